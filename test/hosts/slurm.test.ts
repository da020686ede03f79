/** An array of Slurm's on one node: a killed task is named by --merge, and made good by submitting it again. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort, Hosts, isThere, until } from './support.js';

const isSlurmThere = isThere('slurmctld') && process.getuid?.() === 0;

if (!isSlurmThere) console.warn('tests of Slurm are left out: they need it, and bash test/hosts/run.sh installs and runs it as root');

describe.skipIf(!isSlurmThere)('by Slurm', { timeout: 280_000 }, () => {
  const hosts = new Hosts();
  afterEach(() => hosts.remove());

  test('an array whose task was killed', async () => {
    chmodSync(hosts.folder, 0o755);
    const [control, node] = [await freePort(), await freePort()];
    for (const name of ['state', 'spool']) mkdirSync(hosts.path(name));
    const host = hostname().split('.')[0];
    const settings = [
      ...['ClusterName=one', `SlurmctldHost=${host}(127.0.0.1)`, 'SlurmUser=root', 'SlurmdUser=root', 'AuthType=auth/munge'],
      ...[
        `SlurmctldPort=${control}`,
        `SlurmdPort=${node}`,
        `StateSaveLocation=${hosts.path('state')}`,
        `SlurmdSpoolDir=${hosts.path('spool')}`,
      ],
      ...[`SlurmctldPidFile=${hosts.path('control.pid')}`, `SlurmdPidFile=${hosts.path('node.pid')}`],
      ...['ProctrackType=proctrack/linuxproc', 'TaskPlugin=task/none', 'SelectType=select/cons_tres', 'SelectTypeParameters=CR_Core'],
      ...['MpiDefault=none', 'ReturnToService=2', `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN`],
      `PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
    ];
    writeFileSync(hosts.path('slurm.conf'), `${settings.join('\n')}\n`);
    const env = { SLURM_CONF: hosts.path('slurm.conf') };
    if (!existsSync('/run/munge/munge.socket.2')) {
      spawnSync('bash', ['-c', 'mkdir -p /run/munge && chown munge: /run/munge']);
      hosts.start('setpriv', ['--reuid=munge', '--regid=munge', '--clear-groups', 'munged', '--foreground']);
      await until(() => existsSync('/run/munge/munge.socket.2'), 'munge');
    }
    hosts.start('slurmctld', ['-D'], env);
    hosts.start('slurmd', ['-D'], env);
    const slurm = (command: string, ...words: string[]): string =>
      spawnSync(command, words, { cwd: hosts.folder, env: { ...process.env, ...env }, encoding: 'utf8' }).stdout;
    await until(() => /\bidle\b/.test(slurm('sinfo', '-h')), 'a node');

    const words = [
      'sweep',
      resolve('circuits/two-actuator.yaml'),
      '--vary',
      'prv.crackingPressure=130 bar..160 bar:60',
      '--measure',
      'max(nB.p)',
    ];
    expect(await hosts.ringmain([...words, '--out', 'one.csv']).ended).toBe(0);
    const script = hosts.ringmain([...words, '--out', 'm.csv', '--slurm', '4']);
    expect(await script.ended).toBe(0);
    writeFileSync(hosts.path('m.sh'), script.said.text);
    expect(slurm('sbatch', 'm.sh')).toMatch(/^Submitted batch job \d+/);
    // The process of the third task, as it begins.
    let victim = 0;
    await until(
      () => {
        victim = processOf('--shard\x003/4\0', hosts.folder);
        return victim > 0;
      },
      'the third task',
      200,
    );
    process.kill(victim, 'SIGKILL');
    const isIdle = (): boolean => slurm('squeue', '-h').trim() === '';
    await until(isIdle, 'the end of the array', 200);
    const merge = () => hosts.ringmain([...words, '--out', 'm.csv', '--merge']);
    const first = merge();
    expect([await first.ended, first.said.text]).toEqual([1, expect.stringContaining('of 4 shards 3 is missing')]);
    const [again = ''] = /sbatch (--array=\S+)/.exec(first.said.text)?.slice(1) ?? [];
    expect(slurm('sbatch', again, 'm.sh')).toMatch(/^Submitted/);
    await until(isIdle, 'the third task again', 200);
    expect(await merge().ended).toBe(0);
    expect(hosts.read('m.csv')).toBe(hosts.read('one.csv'));
  });
});

/** Number of the process in this folder whose command line has these words; 0 where there is none. */
function processOf(words: string, folder: string): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (line.includes(words) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder)) return Number(name);
    } catch {
      // It has ended.
    }
  return 0;
}
