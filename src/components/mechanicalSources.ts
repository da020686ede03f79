/** Sources of a force or a velocity, a torque or a speed, whatever the line answers. Through a direct connection a force of 0 leaves a port free. */
import {
  component,
  type KindDefinition,
  type PortType,
  portQuantities,
  rotational,
  translational,
} from '../equations/language/definition.js';

const group = 'Mechanics: sources and ends';
const source = 'definition of an ideal source; ends of mechanical lines Burton 1994 §4.4.5, (4.28)';

/** A kind with one port, of which it sets p or q to a constant, and one that follows an input. */
function sources(
  type: PortType,
  port: string,
  key: 'p' | 'q',
  { about, controlled, sign }: { readonly about: string; readonly controlled: string; readonly sign: string },
): [constant: KindDefinition, controlled: KindDefinition] {
  const { name, unit } = portQuantities[type][key];
  const shared = { source, group, ports: { [port]: type } };
  return [
    component({
      ...shared,
      kind: `${name}Source`,
      about,
      parameters: { [name]: { unit, default: 0, about: sign } },
      equations: `
    ${port}.${name} = ${name}
  `,
    }),
    component({
      ...shared,
      kind: `controlled${name.charAt(0).toUpperCase()}${name.slice(1)}Source`,
      about: controlled,
      parameters: { gain: { unit, default: 1, about: `${name} at an input of 1` } },
      inputs: { demand: { unit: '1', about: `${name} wanted, as a multiple of gain` } },
      equations: `
    ${port}.${name} = gain * demand
  `,
    }),
  ];
}

export const [forceSource, controlledForceSource] = sources(translational, 'end', 'p', {
  about: 'Pushes with a constant force at any velocity; below 0 it pulls. Of 0, or joined directly, it leaves an end free, or loads it.',
  controlled: 'Pushes with the force that its input asks for, at any velocity and without lag.',
  sign: 'force with which it pushes the line; below 0 a pull',
});

export const [velocitySource, controlledVelocitySource] = sources(translational, 'end', 'q', {
  about: 'Moves its end with a constant velocity against any force; of 0 it is a wall.',
  controlled: 'Moves its end with the velocity that its input asks for, against any force and without lag.',
  sign: 'velocity into the line',
});

export const [torqueSource, controlledTorqueSource] = sources(rotational, 'shaft', 'p', {
  about: 'Turns with a constant torque at any speed. Of 0, or joined directly, it leaves a shaft free, or loads it.',
  controlled: 'Turns with the torque that its input asks for, at any speed and without lag.',
  sign: 'torque with which it drives the shaft',
});

export const [speedSource, controlledSpeedSource] = sources(rotational, 'shaft', 'q', {
  about: 'Turns its shaft with a constant speed against any torque: an ideal drive; of 0 it holds the shaft.',
  controlled: 'Turns its shaft with the speed that its input asks for, against any torque and without lag.',
  sign: 'speed into the line',
});
