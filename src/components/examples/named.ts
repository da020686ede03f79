/** Kind → the rest of a circuit file that shows it; a head with the kind's name makes it whole. */
export function named(bodies: Readonly<Record<string, string>>): [kind: string, yaml: string][] {
  return Object.entries(bodies).map(([kind, body]) => [kind, `ringmain: 1\nname: ${kind}\n${body.trim()}\n`]);
}
