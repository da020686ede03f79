/** Words of messages by the type of a port: what several of them meet in, what a component sets there, and what a direct connection may join it to. */
import type { PortType } from '../equations/definition.js';

interface PortWords {
  readonly meeting: string;
  /** p and q of the port */
  readonly effort: string;
  readonly flow: string;
  /** What holds a fixed p */
  readonly holder: string;
  /** What sets q */
  readonly setter: string;
  readonly otherwise: string;
}

export const portWords: Readonly<Record<PortType, PortWords>> = {
  hydraulic: {
    meeting: 'junction',
    effort: 'pressure',
    flow: 'flow',
    holder: 'a tank or pressure source',
    setter: 'a valve or orifice; a junction',
    otherwise: 'anything else',
  },
  translational: {
    meeting: 'rigidJoint',
    effort: 'force',
    flow: 'velocity',
    holder: 'a forceSource',
    setter: 'a mass; a spring',
    otherwise: 'anything else, such as a velocitySource,',
  },
  rotational: {
    meeting: 'shaftJoint',
    effort: 'torque',
    flow: 'speed',
    holder: 'a torqueSource',
    setter: 'an inertia; a coupling',
    otherwise: 'anything else, such as a speedSource,',
  },
};

/** 'a junction', or 'a junction or rigidJoint' for ports of several types. */
export const meetingOf = (types: readonly PortType[]): string =>
  `a ${[...new Set(types)].map((type) => portWords[type].meeting).join(' or ')}`;
