import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { ownersOf } from '../../dist/partition/checkPlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { simulate } from '../../dist/run/simulate.js';

const read = (name: string) => parseCircuit(readFileSync(`circuits/${name}.yaml`, 'utf8'), `${name}.yaml`);
const files = readdirSync('circuits').filter((file) => file.endsWith('.yaml'));
const planFiles = readdirSync('partitions').filter((file) => file.endsWith('.json'));

describe('circuit files', () => {
  test.each(files)('%s has no mistakes and is named as its file', (file) => {
    const { circuit, warnings } = read(file.replace(/\.yaml$/, ''));
    expect(warnings).toEqual([]);
    expect(`${circuit.name}.yaml`).toBe(file);
    expect(circuit.record.signals.length).toBeGreaterThan(0);
  });

  test.each([
    ['rc-volume', 3],
    ['two-actuator', 27],
    ['two-actuator-printed', 26],
    ['controlled-two-actuator', 23],
    ['ring-main', 85],
    ['marine', 47],
  ])('%s has %i components', (name, count) => {
    expect(read(name).circuit.components.length).toBe(count);
  });

  test.each(['two-actuator', 'two-actuator-printed'])('the line groups of table 5.1 have in %s the lengths that it gives', (name) => {
    const { circuit } = read(name);
    const area = (Math.PI / 4) * 0.025 ** 2;
    const metres = (...lines: string[]) =>
      circuit.lines.filter(({ name }) => lines.includes(name)).reduce((sum, { volume }) => sum + volume / area, 0);
    expect(metres('L1', 'L3', 'L7')).toBeCloseTo(4, 9);
    expect(metres('L2', 'L4', 'L5', 'L8', 'L9')).toBeCloseTo(4, 9);
    expect(metres('L10', 'L11', 'L12')).toBeCloseTo(3, 9);
    expect(metres('L13', 'L15', 'L17', 'L18')).toBeCloseTo(4, 9);
    expect(metres('L19', 'L25', 'L28')).toBeCloseTo(8, 9);
    expect(metres('L20', 'L26', 'L27')).toBeCloseTo(8, 9);
    expect(metres('L21', 'L23', 'L24')).toBeCloseTo(1, 9);
    expect(metres('L22', 'L29', 'L30')).toBeCloseTo(12, 9);
  });

  test('rc-volume has the capacitance of appendix 1', () => {
    const line = read('rc-volume').circuit.lines[0];
    expect((line?.volume ?? 0) / (line?.bulkModulus ?? 1)).toBeCloseTo(5.5e-12, 20);
  });
});

describe('the ring main works as a machine', () => {
  test('relief valve holds, a cylinder and a winch reach their stops, all consumers move, no lasting cavitation', async () => {
    const results = await simulate(read('ring-main').circuit, { workers: 1 });
    expect(results.ending).toBeNull();
    const of = (name: string): number[] => Array.from(results.series(name).y);
    const span = (name: string): number => Math.max(...of(name)) - Math.min(...of(name));
    expect(Math.max(...of('p.out.p'))).toBeLessThan(211e5);
    expect(of('p.out.p').filter((p) => p > 209e5).length).toBeGreaterThan(10);
    for (const k of [1, 2, 3]) {
      expect(span(`a${k}_act.x`)).toBeGreaterThan(0.2);
      expect(span(`w${k}_motor.angle`)).toBeGreaterThan(2);
    }
    expect(of('a3_act.x').at(-1)).toBe(1);
    expect(Math.min(...of('w3_motor.angle'))).toBe(0);
    for (const name of ['a1_act.cap.p', 'a1_act.rod.p', 'a3_act.cap.p', 'a3_act.rod.p', 'w1_motor.in.p', 'w3_motor.out.p']) {
      expect(of(name).filter((p) => p < -0.9e5).length).toBeLessThan(10);
    }
  });
});

describe('plan files', () => {
  test.each(planFiles)('%s fits its circuit', (file) => {
    const plan = JSON.parse(readFileSync(`partitions/${file}`, 'utf8')) as Plan;
    const { circuit } = read(plan.circuit);
    const owner = ownersOf(circuit, plan);
    const cut = circuit.lines.filter(({ from, to }) => owner[from.component] !== owner[to.component]).map(({ name }) => name);
    expect(plan.cut).toEqual(cut);
    expect(file.startsWith(`${plan.circuit}.${plan.parts}.${plan.method}`)).toBe(true);
    expect(plan.cost.length).toBe(plan.parts);
    const mean = plan.cost.reduce((a, b) => a + b) / plan.parts;
    plan.cost.forEach((cost, k) => {
      expect(plan.load[k]).toBeCloseTo(cost / mean, 3);
    });
    expect(plan.imbalance).toBe(Math.max(...plan.load));
  });

  test('the partitions of the thesis are all there', () => {
    const numbers = (circuit: string): string[] =>
      planFiles
        .filter((file) => file.startsWith(`${circuit}.`))
        .map((file) => file.slice(circuit.length + 1, -5))
        .sort();
    expect(numbers('two-actuator')).toEqual(expect.arrayContaining(['2.thesis', '4.thesis']));
    expect(numbers('controlled-two-actuator')).toEqual(
      expect.arrayContaining(['2.thesis-i', '2.thesis-ii', '3.thesis-i', '3.thesis-ii', '4.thesis']),
    );
    expect(numbers('ring-main')).toEqual(expect.arrayContaining(['2.thesis', '3.thesis', '4.thesis', '7.thesis']));
    expect(numbers('marine')).toEqual(expect.arrayContaining(['2.thesis', '3.thesis', '4.thesis']));
  });
});
