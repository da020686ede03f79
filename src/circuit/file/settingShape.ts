/** Settings as sections of a circuit file: the shape of each for zod, and with it the JSON Schema. */
import { z } from 'zod';
import { keyInFile, type Setting } from '../../settings/setting.js';
import { settingsIn } from '../../settings/settings.js';

/** Keys of a section that are settings, each of which may be left away. */
export function sectionShape(section: 'run' | 'record' | 'initial'): Record<string, z.ZodOptional> {
  return Object.fromEntries(
    settingsIn(section).map(([, setting]) => [keyInFile(setting), shapeOf(setting).describe(words(setting)).optional()]),
  );
}

function shapeOf(setting: Setting): z.ZodType {
  switch (setting.form) {
    case 'quantity':
      return z.union([z.string(), z.number()]);
    case 'choice':
      return z.enum(setting.choices);
    case 'name':
      return setting.known ? z.enum(setting.known) : z.string();
    case 'flag':
      return z.boolean();
    case 'list':
      return z.array(z.string());
    case 'map':
      return z.record(z.string(), z.string());
    default:
      throw new Error(`a setting of form '${setting.form}' has no place in files yet`);
  }
}

const words = ({ about, usual, usually = usual === undefined ? undefined : String(usual) }: Setting): string =>
  usually === undefined ? about : `${about}; default: ${usually}`;
