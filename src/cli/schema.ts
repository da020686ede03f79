/** `ringmain schema`: what editors need to complete and check circuit files. */
import { jsonSchema } from '../circuit/file/schema.js';
import type { Command } from './command.js';
import { print } from './print.js';

export const schemaCommand: Command = {
  builder: (yargs) => yargs.example('$0 schema > ringmain.schema.json', "then name it in your editor's settings for YAML"),
  handler: () => print(JSON.stringify(jsonSchema(), null, 2)),
};
