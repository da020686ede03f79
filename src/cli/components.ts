/** `ringmain components`: the library, and one component kind in full. */
import type { Argv, CommandModule } from 'yargs';
import { closest } from '../circuit/closest.js';
import { library } from '../components/library.js';
import type { KindDefinition } from '../equations/definition.js';
import { describeKind } from '../equations/describe.js';
import { engineKinds, kindText, libraryText } from '../report/kindText.js';
import { UserError } from '../results/userError.js';
import { print, printJson } from './print.js';

interface Arguments {
  readonly kind?: string | undefined;
  readonly json: boolean;
}

export const componentsCommand: CommandModule<object, Arguments> = {
  command: 'components [kind]',
  describe: 'list the component kinds, or show one: ports, parameters, units, equations, source',
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('kind', { type: 'string', describe: 'kind to show' })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of text' })
      .example('$0 components', 'all kinds')
      .example('$0 components reliefValve', 'one kind with its equations and their TLM form') as unknown as Argv<Arguments>,
  handler: ({ kind, json }) => {
    if (kind === undefined) {
      if (json) printJson({ kinds: [...library.values()] });
      else print(libraryText([...library.values()]));
      return;
    }
    const own = engineKinds.find((candidate) => candidate.kind === kind);
    if (own) {
      if (json) printJson(own);
      else print(`${own.kind}\n\n${own.about}`);
      return;
    }
    const definition = findKind(kind);
    const derived = describeKind(definition);
    if (json) printJson({ ...definition, derived });
    else print(kindText(definition, derived));
  },
};

function findKind(kind: string): KindDefinition {
  const definition = library.get(kind);
  if (definition) return definition;
  const meant = closest(kind, [...library.keys(), ...engineKinds.map((own) => own.kind)]);
  throw new UserError(`no component kind '${kind}'${meant ? `; did you mean '${meant}'?` : ''} ('ringmain components' lists all)`);
}
