/** Motors and the rotary flow divider. Losses are given as shares of the torque that the pressure makes, at the speed that then is the steady one. */
import { drain, drains, filling, fills } from './fillingAndDrain.js';
import { figure, type KindCheck, through } from './kindCheck.js';
import { bar, Rig, rows } from './rig.js';

const viscosity = 0.034;
const e1 = 1 - 1 / Math.E;
/** 50 cm³/rev, and 100 bar over it: 79.6 Nm. */
const displacement = 50e-6 / (2 * Math.PI);
const torque = displacement * 100 * bar;
/** rad/s, steady */
const speed = 50;
const held = { in: '103 bar', out: '3 bar' };
/** c_s of which a tenth of the flow at steady speed leaks, c_v that takes a share of the torque there. */
const slip = (0.1 * viscosity * speed) / (100 * bar);
const viscous = (share: number): number => (share * 100 * bar) / (viscosity * speed);
/** So heavy that it keeps its speed, with no losses but to the case: 50 rad/s pass D ω, and 100 bar over the case drive as much into it. */
const turning = { displacement: '50 cc/rev', initialSpeed: `${speed} rad/s` };
const drained = 10 * slip;
const damping = (share: number): string => `${(share * torque) / speed} Nm s/rad`;
const inertiaOf = (share: number, timeConstant: number): string => `${(share * torque * timeConstant) / speed} kg m2`;
const runs =
  'the shaft runs up with a time constant of 50 ms by steps of 0.2 ms, and friction has its direction from the second on: 1.2e-3; e^(-11) is left';

export const motorChecks: readonly KindCheck[] = [
  {
    kind: 'motor',
    title:
      'a motor of 100 bar with gearbox 2: losses and loads that add up to its torque at 50 rad/s; held at rest; to its stop; driven back',
    against: 'analytic: balance of torque by shares, T_L/n, T_C/n and c_L/n² at the gearbox; e^(-1) of the run-up after J/c = 50 ms',
    tolerance: 2e-3,
    reason: runs,
    rig: () => {
      const shares = {
        displacement: '50 cc/rev',
        slipCoefficient: slip,
        coulombCoefficient: 0.05,
        viscousCoefficient: viscous(0.1),
        viscousFriction: damping(0.05),
        gearRatio: 2,
        // More than a step makes at rest.
        stickSpeed: '1 rad/s',
        loadViscousFriction: damping(4 * 0.05),
        coulombTorque: `${2 * 0.05 * torque} Nm`,
        brakeTorque: `${2 * 0.2 * torque} Nm`,
        motorInertia: inertiaOf(0.15, 0.05),
        loadInertia: inertiaOf(4 * 0.05, 0.05),
      };
      const load = 2 * 0.6 * torque;
      return (
        drains(new Rig({ end: 0.6, step: 2e-4 }), { kind: 'motor', parameters: { ...turning, loadInertia: '1e9 kg m2' } }, drained)
          .put('a', 'motor', shares, held, { load, brake: 0.5 })
          .put('back', 'motor', shares, { in: '3 bar', out: '103 bar' }, { load: -load, brake: 0.5 })
          // 0.6 + 0.05 + 0.05 + 0.2 of the torque are there, 0.402 it takes to break away, or 0.398: the loss of 0.05, coulomb and brake 0.25, and the rest.
          .put('stuck', 'motor', { ...shares, staticTorque: `${2 * 0.152 * torque} Nm` }, held, { load, brake: 1 })
          .put('free', 'motor', { ...shares, staticTorque: `${2 * 0.148 * torque} Nm` }, held, { load, brake: 1 })
          .put('stop', 'motor', { ...shares, maximumAngle: '2 rad', initialAngle: '0.5 rad' }, held, { load, brake: 0.5 })
          .put('lower', 'motor', { ...shares, minimumAngle: '-2 rad' }, { in: '3 bar', out: '103 bar' }, { load: -load, brake: 0.5 })
          .build()
      );
    },
    figures: [
      figure('speed', 'rad/s', speed, (run) => run.end('a.speed')),
      figure('speed after 50 ms', 'rad/s', speed * e1, (run) => run.at('a.speed', 0.05)),
      figure('speed of the load', 'rad/s', speed / 2, (run) => run.end('a.loadSpeed')),
      figure('angle of the load', 'rad', (speed / 2) * (0.6 - 0.05), (run) => run.end('a.angle')),
      ...through('flow', 1.1 * displacement * speed, 'a'),
      figure('net torque without friction', 'Nm', 0.4 * torque, (run) => run.end('a.torque')),
      figure('speed backwards', 'rad/s', -speed, (run) => run.end('back.speed')),
      ...through('flow backwards', -1.1 * displacement * speed, 'back'),
      figure('speed, held by a break-away torque of 0.402', 'rad/s', 0, (run) => run.end('stuck.speed'), speed),
      figure('speed, broken away from 0.398', 'rad/s', 0.5 * speed, (run) => run.end('free.speed')),
      figure('angle at the stop', 'rad', 2, (run) => run.end('stop.angle')),
      figure('speed at the stop', 'rad/s', 0, (run) => run.end('stop.speed'), speed),
      figure(
        'oil to the stop',
        'm3',
        -displacement * 2 * 1.5,
        (run) => run.integral('stop.in.q') + 0.6 * 0.1 * displacement * speed,
        displacement * 3,
      ),
      ...drain(displacement * speed, displacement * speed),
      figure('angle at the lower stop', 'rad', -2, (run) => run.end('lower.angle')),
    ],
  },
  {
    kind: 'variableMotor',
    title:
      'a motor at half swash under 100 bar, with loads and friction that add up to half of its torque at 50 rad/s; over centre; beyond full; its lag',
    against: 'analytic: balance of torque by shares; e^(-1) of the run-up after J/c = 50 ms, of the swash after its time constant',
    tolerance: 2e-3,
    reason: 'steps of 0.2 ms; dry friction is whole within some hundredths of a rev/min',
    rig: () => {
      const shares = {
        displacement: '50 cc/rev',
        slipCoefficient: slip,
        timeConstant: '40 ms',
        initialSwash: 0.5,
        viscousFriction: damping(0.2),
        coulombTorque: `${0.1 * torque} Nm`,
        smoothingSpeed: '0.01 rad/s',
        inertia: inertiaOf(0.2, 0.05),
      };
      const load = 0.2 * torque;
      const one = { kind: 'variableMotor', parameters: { ...turning, inertia: '1e9 kg m2', timeConstant: '40 ms' } };
      return drains(new Rig({ end: 0.6, step: 2e-4 }), one, drained)
        .put('a', 'variableMotor', shares, held, { demand: 0.5, load })
        .put('back', 'variableMotor', { ...shares, initialSwash: -0.5 }, held, { demand: -0.5, load: -load })
        .put('beyond', 'variableMotor', { ...shares, initialSwash: 1 }, held, { demand: 1.4, load: 0.7 * torque })
        .put('beyondBack', 'variableMotor', { ...shares, initialSwash: -1 }, held, { demand: -1.4, load: -0.7 * torque })
        .put('lag', 'variableMotor', shares, held, {
          demand: rows('0: 0.5, 0.1: 0.5, 0.1: 0, 0.6: 0'),
        })
        .put('creep', 'variableMotor', { ...shares, smoothingSpeed: '0.1 rad/s', viscousFriction: '0 Nm s/rad' }, held, {
          demand: 0.5,
          load: (0.5 - 0.1 * Math.tanh(0.5)) * torque,
        })
        .build();
    },
    figures: [
      figure('speed', 'rad/s', speed, (run) => run.end('a.speed')),
      figure('speed after 50 ms', 'rad/s', speed * e1, (run) => run.at('a.speed', 0.05)),
      ...through('flow', (0.5 + 0.1) * displacement * speed, 'a'),
      figure('speed over centre', 'rad/s', -speed, (run) => run.end('back.speed')),
      ...through('flow over centre', (0.5 + 0.1) * displacement * speed, 'back'),
      figure('speed at a demand of 1.4', 'rad/s', speed, (run) => run.end('beyond.speed')),
      figure('speed at a demand of -1.4', 'rad/s', -speed, (run) => run.end('beyondBack.speed')),
      figure('swash a time constant later', '1', 0.5 / Math.E, (run) => run.at('lag.swash', 0.14)),
      ...drain(displacement * speed, displacement * speed),
      figure('creep under the share of dry friction that tanh 0.5 is', 'rad/s', 0.05, (run) => run.end('creep.speed')),
    ],
  },
  {
    kind: 'shaftMotor',
    title: 'a motor of 100 bar whose shaft is loaded: losses and load that add up to its torque at 50 rad/s; held at rest; driven back',
    against: 'analytic: balance of torque by shares; e^(-1) of the run-up after J/c = 50 ms',
    tolerance: 2e-3,
    reason: runs,
    rig: () => {
      const shares = {
        displacement: '50 cc/rev',
        slipCoefficient: slip,
        coulombCoefficient: 0.05,
        stickSpeed: '1 rad/s',
        coulombTorque: `${0.1 * torque} Nm`,
        viscousCoefficient: viscous(0.1),
        viscousFriction: damping(0.15),
        inertia: inertiaOf(0.25, 0.05),
      };
      const load = (share: number): string => `${share * torque} Nm`;
      const one = { kind: 'shaftMotor', parameters: { ...turning, inertia: '1e9 kg m2' }, ports: { shaft: load(0) } };
      return drains(new Rig({ end: 0.6, step: 2e-4 }), one, drained)
        .put('a', 'shaftMotor', shares, { ...held, shaft: load(0.6) })
        .put('back', 'shaftMotor', shares, { in: '3 bar', out: '103 bar', shaft: load(-0.6) })
        .put('stuck', 'shaftMotor', { ...shares, staticTorque: load(0.352) }, { ...held, shaft: load(0.6) })
        .put('free', 'shaftMotor', { ...shares, staticTorque: load(0.348) }, { ...held, shaft: load(0.6) })
        .build();
    },
    figures: [
      figure('speed', 'rad/s', speed, (run) => run.end('a.speed')),
      figure('speed after 50 ms', 'rad/s', speed * e1, (run) => run.at('a.speed', 0.05)),
      figure('speed of the shaft', 'rad/s', speed, (run) => run.end('a.shaft.speed')),
      figure('angle', 'rad', speed * (0.6 - 0.05), (run) => run.end('a.angle')),
      ...through('flow', 1.1 * displacement * speed, 'a'),
      figure('speed backwards', 'rad/s', -speed, (run) => run.end('back.speed')),
      figure('speed, held by a break-away torque of 0.402', 'rad/s', 0, (run) => run.end('stuck.speed'), speed),
      ...drain(displacement * speed, displacement * speed),
      figure('speed, broken away from 0.398', 'rad/s', speed, (run) => run.end('free.speed')),
    ],
  },
  {
    kind: 'shaftPump',
    title:
      'a pump of 100 bar driven by 1.3 of its torque: 0.3 are friction at 50 rad/s; half over centre, driven by the pressure; beyond full; its lag',
    against:
      'analytic: balance of torque by shares, a tenth leaks; e^(-1) of the run-up after J/c = 50 ms, of the swash after its time constant',
    tolerance: 2e-3,
    reason: 'steps of 0.2 ms; e^(-11) is left of the run-up',
    rig: () => {
      const shares = {
        displacement: '50 cc/rev',
        slipCoefficient: slip,
        viscousCoefficient: viscous(0.2),
        timeConstant: '40 ms',
        viscousFriction: damping(0.1),
        inertia: inertiaOf(0.3, 0.05),
      };
      const driven = { in: '3 bar', out: '103 bar' };
      const drive = (share: number): string => `${share * torque} Nm`;
      const heavy = { ...turning, inertia: '1e9 kg m2', timeConstant: '40 ms' };
      const one = { kind: 'shaftPump', parameters: heavy, ports: { shaft: drive(0) } };
      const rated = { ...heavy, displacement: '20 cc/rev', initialSpeed: '1500 rev/min' };
      const back = { ...rated, initialSpeed: '-1500 rev/min' };
      return drains(fills(new Rig({ end: 0.6, step: 2e-4 }), { ...one, parameters: rated }, { ...one, parameters: back }), one, drained)
        .put('a', 'shaftPump', shares, { ...driven, shaft: drive(1.3) })
        .put('back', 'shaftPump', { ...shares, initialSwash: -0.5 }, { ...driven, shaft: drive(-0.2) }, { demand: -0.5 })
        .put('beyond', 'shaftPump', shares, { ...driven, shaft: drive(1.3) }, { demand: 1.4 })
        .put('beyondBack', 'shaftPump', { ...shares, initialSwash: -1 }, { ...driven, shaft: drive(-0.7) }, { demand: -1.4 })
        .put(
          'lag',
          'shaftPump',
          shares,
          { ...driven, shaft: drive(1) },
          {
            demand: rows('0: 1, 0.1: 1, 0.1: 0, 0.6: 0'),
          },
        )
        .build();
    },
    figures: [
      figure('speed', 'rad/s', speed, (run) => run.end('a.speed')),
      figure('speed after 50 ms', 'rad/s', speed * e1, (run) => run.at('a.speed', 0.05)),
      figure('speed of the shaft', 'rad/s', -speed, (run) => run.end('a.shaft.speed')),
      ...through('flow', 0.9 * displacement * speed, 'a'),
      figure('speed over centre', 'rad/s', speed, (run) => run.end('back.speed')),
      ...through('flow over centre', (-0.5 - 0.1) * displacement * speed, 'back'),
      figure('speed at a demand of 1.4', 'rad/s', speed, (run) => run.end('beyond.speed')),
      figure('speed at a demand of -1.4', 'rad/s', speed, (run) => run.end('beyondBack.speed')),
      ...filling(true),
      ...drain(displacement * speed, displacement * speed),
      figure('swash a time constant later', '1', 1 / Math.E, (run) => run.at('lag.swash', 0.14)),
    ],
  },
  {
    kind: 'flowDivider',
    title:
      'two motors on a shaft, one let off to 0, the other up to 1.5 times the inlet; without load a shut outlet at 1 + D₂/D₁ of the inlet',
    against:
      'analytic: balance of power, D₁ (p - p₁) + D₂ p = 0 at rest; balance of torque by shares at 50 rad/s, e^(-1) after J/c = 50 ms',
    tolerance: 1.5e-3,
    reason: 'the shut outlet, 0.1 l, and the shaft swing and are damped; steps of 0.2 ms; e^(-11) is left of the run-up',
    rig: () => {
      // D₁ = D, D₂ = D/2: torque D (100 - 120) + D/2 100 = D 30 bar of the 100 that a share is of.
      const shares = {
        displacement1: '50 cc/rev',
        displacement2: '25 cc/rev',
        coulombCoefficient1: 0.05,
        coulombCoefficient2: 0.08,
        slipCoefficient1: slip,
        slipCoefficient2: 2 * slip,
        viscousCoefficient1: viscous(0.05),
        viscousCoefficient2: 2 * viscous(0.05),
        inertia: inertiaOf(0.25, 0.05),
        viscousFriction: damping(0.15),
      };
      return (
        new Rig({ end: 0.6, step: 2e-4 })
          // Dry friction takes 0.05·0.2 + 0.08·0.5 = 0.05 of it, viscous friction 0.25.
          .put('a', 'flowDivider', shares, { in1: '103 bar', out1: '123 bar', in2: '103 bar', out2: '3 bar' })
          .put('back', 'flowDivider', shares, { in1: '123 bar', out1: '103 bar', in2: '3 bar', out2: '103 bar' }, {})
          .put(
            'shut',
            'flowDivider',
            { displacement1: '50 cc/rev', displacement2: '25 cc/rev', inertia: '0.01 kg m2', viscousFriction: '0.1 Nm s/rad' },
            { in1: '100 bar', out1: 'shut', in2: '100 bar', out2: '0 bar' },
          )
          .build()
      );
    },
    figures: [
      figure('speed', 'rad/s', speed, (run) => run.end('a.speed')),
      figure('speed after 50 ms', 'rad/s', speed * e1, (run) => run.at('a.speed', 0.05)),
      ...through('flow of the first', displacement * speed * (1 - 0.02), 'a', 'out1', 'in1'),
      ...through('flow of the second', displacement * speed * (0.5 + 0.1), 'a', 'out2', 'in2'),
      figure('speed backwards', 'rad/s', -speed, (run) => run.end('back.speed')),
      figure('pressure of the shut outlet', 'Pa', 150 * bar, (run) => run.mean('shut.out1.p', 0.5)),
    ],
  },
];
