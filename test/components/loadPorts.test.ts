/** Machines with a port for their load, by lines and as differential equations: against those that have it inside. */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { type Solver, solved, solvers } from '../support/bothSolvers.js';

describe('machines with a port for their load are the machines with the load inside', () => {
  const compared = async (b: CircuitBuilder, solver: Solver, pairs: readonly (readonly [string, string, number])[]): Promise<void> => {
    b.fluid({ bulkModulus: '16000 bar', density: '870 kg/m3', viscosity: '46 cSt' })
      .run({ end: '0.6 s', maximumStep: '20 us' })
      .record({ every: '10 ms', signals: ['one.*', 'other.*'] });
    const done = await solved(b, solver, 1e-7);
    for (const [one, other, tolerance] of pairs) {
      const [x, y] = [done.of(one), done.of(other)];
      const size = Math.max(...y.map(Math.abs));
      expect(Math.max(...x.map((value, n) => Math.abs(value - (y[n] as number)))) / size, `${one} and ${other}`).toBeLessThan(tolerance);
    }
  };
  const u = [
    ['0 s', 0],
    ['0.05 s', 10],
    ['0.2 s', 10],
    ['0.3 s', -6],
    ['0.45 s', -6],
    ['0.5 s', 0],
  ];

  test.each(solvers)('by %s shaftMotor with an inertia is motor, sticking included', async (solver) => {
    const losses = {
      slipCoefficient: 2e-9,
      viscousCoefficient: 5e4,
      coulombCoefficient: 0.05,
      coulombTorque: '3 Nm',
      staticTorque: '6 Nm',
      viscousFriction: '0.05 Nm s/rad',
    };
    const b = circuit('motors')
      .component('one', 'shaftMotor', { displacement: '40 cc/rev', inertia: '0.05 kg m2', ...losses })
      .component('j', 'inertia', { inertia: '0.1 kg m2' })
      .component('free', 'torqueSource')
      .direct('j.b', 'free')
      .line('S', 'one.shaft', 'j.a', { stiffness: '20 kNm/rad' })
      .component('other', 'motor', { displacement: '40 cc/rev', motorInertia: '0.05 kg m2', loadInertia: '0.1 kg m2', ...losses })
      .component('u', 'dutyCycle', { points: u });
    for (const name of ['one', 'other'])
      b.component(`s_${name}`, 'controlledFlowSource', { gain: '1 l/min' })
        .signal('u', `s_${name}.demand`)
        .component(`t_${name}`, 'tank')
        .direct(`${name}.out`, `t_${name}`)
        .line(`L_${name}`, `s_${name}`, `${name}.in`, { volume: '0.3 l' });
    await compared(b, solver, [
      ['one.speed', 'other.speed', 0.02],
      ['one.angle', 'other.angle', 2e-3],
      ['one.in.p', 'other.in.p', 0.02],
    ]);
  });

  test.each(solvers)('by %s rodCylinder with a mass is actuator with both masses', async (solver) => {
    const body = { bore: '50 mm', rodDiameter: '30 mm', stroke: '0.3 m', initialPosition: '0.2 m', viscousFriction: '500 N s/m' };
    const b = circuit('cylinders')
      .component('one', 'rodCylinder', { ...body, mass: '20 kg' })
      .component('m', 'mass', { mass: '180 kg' })
      .component('free', 'forceSource')
      .direct('m.b', 'free')
      .line('R', 'one.load', 'm.a', { stiffness: '500 kN/mm' })
      .component('other', 'actuator', { ...body, mass: '200 kg' })
      .component('u', 'dutyCycle', { points: u });
    for (const name of ['one', 'other'])
      b.component(`s_${name}`, 'controlledFlowSource', { gain: '1 l/min' })
        .signal('u', `s_${name}.demand`)
        .component(`t_${name}`, 'pressureSource', { pressure: '20 bar' })
        .component(`r_${name}`, 'laminarRestrictor', { conductance: '2 l/min/bar' })
        .direct(`r_${name}.out`, `t_${name}`)
        .line(`L_${name}`, `s_${name}`, `${name}.cap`, { volume: '0.3 l', initialPressure: '12.8 bar' })
        .line(`T_${name}`, `${name}.rod`, `r_${name}.in`, { volume: '0.3 l', initialPressure: '20 bar' });
    await compared(b, solver, [
      ['one.x', 'other.x', 1e-3],
      ['one.v', 'other.v', 0.02],
      ['one.cap.p', 'other.cap.p', 0.01],
    ]);
  });
});
