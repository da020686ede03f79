/** Words of messages by the type of a port: what several of them meet in, and what a component sets there. */
import type { PortType } from '../../equations/language/definition.js';

interface PortWords {
  readonly meeting: string;
  /** p and q of the port */
  readonly effort: string;
  readonly flow: string;
  /** The word for a source of q. */
  readonly setter: string;
}

export const portWords: Readonly<Record<PortType, PortWords>> = {
  hydraulic: {
    meeting: 'junction',
    effort: 'pressure',
    flow: 'flow',
    setter: 'a valve or orifice',
  },
  translational: {
    meeting: 'rigidJoint',
    effort: 'force',
    flow: 'velocity',
    setter: 'a mass',
  },
  rotational: {
    meeting: 'shaftJoint',
    effort: 'torque',
    flow: 'speed',
    setter: 'an inertia',
  },
};

/** 'a junction', or 'a junction or rigidJoint' for ports of several types. */
export const meetingOf = (types: readonly PortType[]): string =>
  `a ${[...new Set(types)].map((type) => portWords[type].meeting).join(' or ')}`;
