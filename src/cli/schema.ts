/** `ringmain schema`: what editors need to complete and check circuit files. */
import type { CommandModule } from 'yargs';
import { jsonSchema } from '../circuit/file/schema.js';
import { print } from './print.js';

export const schemaCommand: CommandModule = {
  command: 'schema',
  describe: 'print the JSON Schema of circuit files, for editors',
  builder: (yargs) => yargs.example('$0 schema > ringmain.schema.json', "then name it in your editor's settings for YAML"),
  handler: () => print(JSON.stringify(jsonSchema(), null, 2)),
};
