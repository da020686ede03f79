/**
 * What an independent program of the same published tests gave (NumPy, and SciPy for bdf and lsoda). Esqué's own numbers are pictures, and lost.
 * A row: method, form, and a cell for each step of 0.25, 0.5, 1, 4, 10 ms or each tolerance of 0.1 to 1e-4: an error, steps:error, steps/rejections:error
 * or steps/rejections alone; '-' where it failed or has no number ('?').
 */
import type { Form } from './runs.js';

/** What is known of a cell; an error of Infinity is a failure. */
export interface IndependentCell {
  readonly error: number | null;
  readonly accepted: number | null;
  readonly rejected: number | null;
}

const tables: Readonly<Record<string, string>> = {
  // B.2
  'rt-1': `
    rk23   exact     1.8e-6 1.9e-5 2.8e-2 - -
    dopri5 exact     1e-8   5.7e-7 2.7e-4 - -
    ode23s published 7.1e-5 2.7e-4 9.9e-4 1.1e-2 4.3e-2
    ode23s exact     7.1e-6 2.8e-5 1.1e-4 1.8e-3 1.1e-2
    ros2m  published 7.3e-5 2.8e-4 1.0e-3 1.1e-2 4.2e-2
    ros2m  exact     5.4e-6 2.3e-5 1.1e-4 2.5e-3 3.5e-2
    ros2   published 9.3e-4 2.4e-3 6.0e-3 3.6e-2 1.1e-1
    ros2   exact     9.0e-5 3.2e-4 1.0e-3 6.4e-3 2.1e-2
    ros2p  published 1.5e-3 3.1e-3 6.1e-3 2.5e-2 6.6e-2
    ros2p  exact     1.7e-5 6.9e-5 2.8e-4 5.1e-3 3.6e-2
    ros3p  published 7.7e-4 1.5e-3 2.7e-3 8.2e-3 1.7e-2
    ros3p  exact     9.1e-7 5.4e-6 2.8e-5 4.0e-4 4.4e-3
    rodas3 published 8.7e-4 1.7e-3 3.4e-3 1.3e-2 3.2e-2
    rodas3 exact     4.4e-7 2.8e-6 1.5e-5 2.5e-4 2.6e-3
    ros4   published 1.8e-4 3.8e-4 8.3e-4 4.0e-3 1.4e-2
    ros4   exact     6.0e-7 5.1e-6 3.7e-5 1.3e-3 1.1e-2
    rodas4 published 1.4e-4 2.5e-4 4.8e-4 3.7e-3 1.2e-2
    rodas4 exact     8e-9   1.3e-7 1.9e-6 5.4e-5 2.5e-4`,
  'rt-2': `
    rk23   exact     - - - - -
    dopri5 exact     - - - - -
    ode23s published 8.4e-4 2.2e-3 5.4e-3 - -
    ode23s exact     3.7e-5 1.5e-4 5.9e-4 9.2e-3 5.4e-2
    ros2m  published 8.8e-4 2.4e-3 8.2e-3 - -
    ros2m  exact     3.2e-5 1.4e-4 5.8e-4 - -
    ros2   published 1.8e-3 4.5e-3 1.2e-2 8.9e-2 2.8e-1
    ros2   exact     5.1e-4 1.8e-3 5.6e-3 2.8e-2 5.8e-2
    ros2p  published 4.5e-3 9.0e-3 1.8e-2 7.3e-2 2.0e-1
    ros2p  exact     9.3e-5 3.8e-4 1.5e-3 2.5e-2 1.8e-1
    ros3p  published 2.4e-3 4.6e-3 8.8e-3 3.0e-2 6.6e-2
    ros3p  exact     4.7e-6 9.9e-6 3.9e-5 1.7e-3 2.0e-1
    rodas3 published 2.5e-3 4.9e-3 9.8e-3 4.0e-2 1.1e-1
    rodas3 exact     1.3e-6 4.4e-6 2.9e-5 1.8e-3 4.2e-2
    ros4   published 5.7e-4 1.2e-3 2.3e-3 1.1e-2 4.5e-2
    ros4   exact     8.8e-6 4.0e-5 1.7e-4 3.6e-3 3.2e-2
    rodas4 published 4.2e-4 8.1e-4 1.6e-3 1.0e-2 5.2e-2
    rodas4 exact     1.1e-6 1.9e-6 2.1e-6 2.3e-5 1.6e-3`,
  // B.4, fixed step
  'circuit-2': `
    rk23   exact     - - - - -
    dopri5 exact     - - - - -
    ode23s published 1.5e-6 1.2e-5 2.4e-3 - -
    ros2m  published 3.9e-4 1.5e-1 1.8e-1 - -
    ros2   published 7.3e-4 2.0e-3 4.9e-3 1.7e-2 3.2e-2
    ros2p  published 7.3e-5 1.5e-4 3.1e-4 2.7e-3 -
    ros3p  published 2.3e-4 4.2e-4 9.3e-4 3.6e-3 2.2e-2
    rodas3 published 2.4e-4 4.0e-4 6.7e-4 6.9e-3 -
    ros4   published 3.6e-5 7.0e-5 1.9e-4 2.1e-1 -
    rodas4 published 8.3e-5 1.3e-4 1.1e-4 1.5e-2 -`,
  // B.3
  'off-1': `
    rodas3 exact     52/68:4.1e-2 63/43:3.4e-2 93/59:1.1e-3 140/61:6.1e-5
    ros4   exact     52/37:1.2e-1 73/53:3.2e-3 100/66:2.6e-4 136/66:4.5e-5
    rodas4 exact     48/21:4.4e-2 66/42:1.0e-3 82/44:2.3e-4 106/57:1.4e-5
    ros3p  exact     55/78:2.3e-2 71/49:4.6e-3 85/45:1.2e-3 126/55:2.6e-4
    ode23s exact     59/46:2.0e-1 76/54:6.1e-3 98/54:1.2e-3 146/52:2.8e-4
    rk23   exact     10782/6431:1.2e-1 11110/21:2.1e-2 11131/33:2.1e-3 11148/39:2.1e-4
    dopri5 exact     10177/1302:2.4e-1 8551/2216:8.2e-3 8466/521:1.3e-3 8460/398:7.9e-4
    bdf    exact     71:2.2e-2 101:1.5e-2 147:5.6e-4 209:3.4e-4`,
  'off-2': `
    rodas3 exact     53/39:3.3e-2 96/25:2.3e-3 203/47:2.6e-4 427/52:3.0e-5
    rodas3 published 44/13:1.2e-1 140/50:1.8e-2 437/87:5.2e-3 1691/84:1.3e-3
    ros4   exact     56/57:7.4e-2 84/20:1.8e-2 179/115:3.9e-3 451/299:6.0e-4
    ros4   published 69/24:2.2e-2 323/104:2.8e-3 2578/146:2.7e-4 16876/136:3.5e-5
    rodas4 exact     43/12:1.5e-2 72/22:1.2e-3 120/36:6.3e-5 202/39:5.0e-6
    rodas4 published 125/74:1.2e-2 297/96:1.5e-3 933/112:4.9e-4 16662/219:3.0e-5
    ros3p  exact     61/25:4.7e-2 138/36:2.8e-3 342/45:1.8e-4 948/62:9.0e-6
    ros3p  published 74/36:4.0e-2 323/94:6.8e-3 2178/125:9.0e-4 16042/142:1.2e-4
    ode23s exact     82/71:8.4e-2 126/37:5.5e-3 364/72:4.8e-4 1068/88:4.8e-5
    ode23s published 510/119:- 943/164:3.1e-3 4802/139:3.9e-4 16106/117:5.8e-5
    rk23   exact     28830:1.4e-1 29982:2.1e-2 30097:2.1e-3 30099:2.1e-4
    dopri5 exact     18068:- 24974:2.8e-2 23152:9.1e-4 22888:9.6e-5
    bdf    exact     126:7.1e-2 116:1.5e-2 190:1.5e-3 288:1.1e-4
    lsoda  exact     138:6.3e-2 229:1.1e-2 397:1.3e-3 620:2.1e-4`,
  // B.4, by tolerance
  'circuit-2-offline': `
    rodas3 exact     205/90:6.3e-3 341/180:1.0e-3 789/279:2.3e-4 2873/714:3.8e-6
    ros4   exact     239/141:2.5e-3 381/188:5.3e-4 960/350:2.7e-5 2965/660:1.2e-6
    rodas4 exact     214/109:2.8e-3 366/152:1.9e-4 918/288:2.2e-5 2130/613:8.4e-7
    ros3p  exact     227/146:5.5e-3 315/179:1.4e-3 550/239:3.5e-4 1080/277:6.9e-5
    ode23s exact     417/194:8.4e-3 509/202:6.3e-4 1468/522:7.4e-5 3970/930:1.3e-5
    bdf    exact     405:2.2e-2 3964:1.3e-2 5371:1.0e-3 7122:6.1e-5`,
  // 4.7: steps alone
  hires: `
    rodas3 exact 28:? 51:? 102:? 213:?
    ros4   exact 30:? 49:? 99:? 220:?
    rodas4 exact 27:? 39:? 62:? 106:?
    ode23s exact 34:? 64:? 141:? 343:?
    ros3p  exact 28:? 49:? 110:? 286:?`,
  // B.5
  'van-der-pol': `
    rodas3 exact 870/666:? 1124/743:? 1929/930:? 4091/1279:?
    ros4   exact 745/625:? 1025/664:? 1743/875:? 3538/1229:?
    rodas4 exact 679/477:? 811/559:? 1257/778:? 2125/1227:?
    ros3p  exact 83/58:? 1342/828:? 2438/565:? 5685/158:?
    ode23s exact 555/399:? 1092/645:? 2476/947:? 6121/136:?`,
};

function cellOf(text: string): IndependentCell {
  const [, accepted, rejected, error = ''] = /^(?:(\d+)(?:\/(\d+))?:)?(.+)$/.exec(text) as RegExpExecArray;
  const count = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits));
  return {
    error: error === '?' ? null : error === '-' ? Number.POSITIVE_INFINITY : Number(error),
    accepted: count(accepted),
    rejected: count(rejected),
  };
}

const rows = new Map(
  Object.entries(tables).flatMap(([suite, table]) =>
    table
      .trim()
      .split('\n')
      .map((line): [string, IndependentCell[]] => {
        const [method, form, ...cells] = line.trim().split(/\s+/);
        return [`${suite} ${method} ${form}`, cells.map(cellOf)];
      }),
  ),
);

/** The independent program's numbers of a suite, method and form, by place of the step or tolerance; null where it has none. */
export function independentCell(suite: string, method: string, form: Form, place: number): IndependentCell | null {
  return rows.get(`${suite} ${method} ${form}`)?.[place] ?? null;
}
