/** The shape of a circuit file: checked by zod, and the source of the JSON Schema for editors. */
import { z } from 'zod';
import type { ListKey } from '../../blocks/lines/models/model.js';
import { frictionNames } from '../../blocks/waves/frictions.js';
import { library } from '../../components/library.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { namedFluids } from '../fluid/namedFluids.js';
import { orList, ownModels } from '../lines/lineModels.js';
import { describeDeclared, isDimensionless } from '../text/units.js';
import type { Path } from './raw.js';
import { sectionShape } from './settingShape.js';

const quantity = (about: string) => z.union([z.string(), z.number()]).describe(about);
const connection = z.strictObject({
  from: z.string().describe('component, or component.port'),
  to: z.string().describe('component, or component.port'),
});

/** Parts of a line of a model of its own; how many there may be is the reader's to say. */
const partsShape = (model: string, { each, most, about }: ListKey) =>
  z
    .array(z.strictObject(Object.fromEntries(Object.entries(each).map(([name, one]) => [name, quantity(one.about)]))))
    .describe(`with model: ${model}: 1 to ${most} ${about}`);

const lineShape = {
  from: z.string().describe("component, or component.port where it has more than one free port; 'next.NAME' in a repeated subcircuit"),
  to: z.string(),
  length: quantity('with diameter: gives the volume, or impedance and delay of a wave line').optional(),
  diameter: quantity('inner diameter').optional(),
  volume: quantity('instead of length and diameter').optional(),
  impedance: quantity('of a wave line, with delay: instead of length and diameter').optional(),
  delay: quantity('time that a wave takes from end to end').optional(),
  bulkModulus: quantity("default: the fluid's").optional(),
  filter: quantity('of a capacitive line: low-pass filter α of the characteristics, 0 to below 1, default 0.2').optional(),
  initialPressure: quantity('default: initial.pressure').optional(),
  model: z
    .string()
    .describe(`capacitive (default), ${orList(['wave', 'rigid', ...ownModels.map(({ name }) => name)])}`)
    .optional(),
  friction: z
    .string()
    .describe(`of a wave line: ${orList(frictionNames).replace('none', 'none (default)')}; of a rigid one: laminar (default) or none`)
    .optional(),
  mass: quantity('of a rigid line: what moves, default that of its oil; 0 kg for none').optional(),
  lossCoefficient: quantity('of a rigid line: sum of the loss coefficients of bends and openings, default 0').optional(),
  initialVelocity: quantity('of a rigid line: of its oil at t = 0, default 0 m/s').optional(),
  elements: quantity(
    'into which a wave line is divided: for its friction (default: as many as frictionTolerance needs), or for cavities',
  ).optional(),
  frictionTolerance: quantity('error of a step of pressure that a wave line with friction may have, default 0.01').optional(),
  roughness: quantity('of the wall, for turbulent friction, default 1.5 um').optional(),
  velocity: quantity('of the flow that a turbulent line is meant for, default 5 m/s; a steady start has its own').optional(),
  wallThickness: quantity('the wall gives: 1/B becomes 1/B + d/(E e); default: it does not').optional(),
  wallModulus: quantity("E of the wall, default 210 GPa, steel's").optional(),
  elevation: quantity('of a wave or a rigid line: rise from `from` to `to`, default 0 m').optional(),
  cavitation: z.string().describe('of a wave line, between its elements: vapour (default), or gas, which is at its ends too').optional(),
  gasFraction: quantity('volume of free gas over that of the line, at atmospheric pressure; with cavitation: gas, default 1e-7').optional(),
  stiffness: quantity('between mechanical ports, instead of length and diameter: N/m, or Nm/rad').optional(),
  initialForce: quantity('at t = 0 between translational ports, compression positive, default 0 N').optional(),
  initialTorque: quantity('at t = 0 between rotational ports, default 0 Nm').optional(),
  ...Object.fromEntries(ownModels.map(({ name, own: { key } }) => [key.name, partsShape(name, key).optional()])),
};
const line = z.strictObject({
  ...lineShape,
  segments: quantity('into which a capacitive line L is divided: lines L_1, L_2, … with junctions L_j1, … between them').optional(),
});
const component = z.looseObject({ kind: z.string() });

const sections = {
  components: z.record(z.string(), component).describe('name: { kind, parameters }').optional(),
  lines: z.record(z.string(), line).describe('name: { from, to, length, diameter }').optional(),
  direct: z
    .array(connection)
    .describe('a port that sees the pressure of a tank or pressure source itself, or two ports that are joined without a line')
    .optional(),
  signals: z.array(connection).describe('from: component.output, to: component.input').optional(),
};

const unit = z.union([z.string(), z.literal(1)]).describe('SI: Pa, m3/s, m, N, rad/s, Hz, …; 1 for a number without dimension');
const anyUnit = z
  .boolean()
  .describe('of unit 1: it stands for a quantity of any unit, in SI; inputs and outputs are joined to anything, parameters take any unit')
  .optional();
const quantityDeclaration = z.looseObject({ unit, anyUnit, about: z.string().optional() });
const definition = z.strictObject({
  about: z.string().optional(),
  source: z.string().optional(),
  ports: z.record(z.string(), z.enum(['hydraulic', 'translational', 'rotational'])).optional(),
  parameters: z
    .record(
      z.string(),
      z.strictObject({
        unit,
        anyUnit,
        about: z.string().optional(),
        default: z.union([z.string(), z.number()]).optional(),
        above: z.number().optional(),
        atLeast: z.number().optional(),
        below: z.number().optional(),
        atMost: z.number().optional(),
        level: z.boolean().optional(),
        table: z.strictObject({ xUnit: unit }).optional(),
      }),
    )
    .optional(),
  requires: z.array(z.string()).describe("rules between parameters: 'initialPosition <= stroke'").optional(),
  inputs: z.record(z.string(), z.strictObject({ unit, anyUnit, about: z.string().optional(), default: z.number().optional() })).optional(),
  outputs: z
    .record(
      z.string(),
      quantityDeclaration.extend({
        initial: z.union([z.string(), z.number()]).describe('of an unknown: where its search begins').optional(),
      }),
    )
    .optional(),
  states: z
    .record(z.string(), z.strictObject({ unit, anyUnit, about: z.string().optional(), initial: z.union([z.string(), z.number()]) }))
    .optional(),
  symbol: z.string().describe('library kind by whose symbol it is drawn, such as actuator; default: a box with its name').optional(),
  equations: z.string(),
});

const top = {
  ringmain: z.literal(1).describe('version of the format'),
  name: z
    .string()
    .regex(/^[\w.-]+$/)
    .describe('also the head of file names'),
  title: z.string().optional(),
  source: z.string().optional(),
  reference: z
    .enum(['gauge', 'absolute'])
    .describe('how the file counts pressures of places: above the open air (default), or absolute')
    .optional(),
  fluid: z
    .strictObject({
      name: z
        .string()
        .describe(`gives density, viscosity and bulk modulus at a temperature: ${namedFluids.map(({ name }) => name).join(', ')}`)
        .optional(),
      temperature: quantity('of the named fluid, default 40 degC').optional(),
      density: quantity('default 870 kg/m3').optional(),
      viscosity: quantity('kinematic, default 46 cSt').optional(),
      bulkModulus: quantity('default 16000 bar').optional(),
      tait: z
        .strictObject({
          coefficient: quantity('a, dimensionless'),
          pressure: quantity('b'),
        })
        .describe('instead of bulkModulus: B(p) = (p + b)(1/a - ln(1 + p/b))')
        .optional(),
      air: z
        .strictObject({
          fraction: quantity('all air, dissolved and not, as a part of the volume at atmospheric pressure, such as 1 %'),
          exponent: quantity('n of P V^n: 1 slow, default 1.4, fast').optional(),
          dissolvedAt: quantity('pressure at which all air is dissolved; without it none dissolves').optional(),
          releaseTime: quantity(
            'time in which air comes out of solution, by 63 %, where the pressure falls; without it at once',
          ).optional(),
          dissolutionTime: quantity('time in which air goes back into solution; given with releaseTime').optional(),
        })
        .describe('air in the fluid: the bulk modulus falls where the pressure is low')
        .optional(),
      effectiveModulus: z
        .strictObject({
          maximum: quantity('E'),
          pressure: quantity('p_max, to which the pressure is referred'),
          share: quantity('a1, default 0.5').optional(),
          slope: quantity('a2, default 90').optional(),
          offset: quantity('a3, default 3').optional(),
          base: z.enum(['10', 'e']).describe("of the logarithm: default '10'").optional(),
        })
        .describe('of oil, air and hoses, instead of bulkModulus, tait and air: B(p) = a1 E log(a2 p/p_max + a3)')
        .optional(),
      conserve: z
        .enum(['volume', 'mass'])
        .describe('what lines and components conserve where pressures differ: default volume; mass counts each flow with its density')
        .optional(),
      vapourPressure: quantity('default -1 bar (0 bar with reference: absolute)').optional(),
      atmosphericPressure: quantity('absolute, of the open air: default 1.01325 bar').optional(),
    })
    .optional(),
  ...sections,
  defaults: z.strictObject({ line: z.strictObject(lineShape).partial().optional() }).optional(),
  initial: z.strictObject(sectionShape('initial')).optional(),
  run: z.strictObject(sectionShape('run')).optional(),
  record: z.strictObject(sectionShape('record')).optional(),
  definitions: z.record(z.string(), definition).describe("the user's own component kinds").optional(),
  subcircuits: z.record(z.string(), z.strictObject({ ...sections, parameters: z.record(z.string(), z.unknown()).optional() })).optional(),
  repeat: z
    .record(
      z.string(),
      z.strictObject({
        subcircuit: z.union([z.string(), z.array(z.string()).min(1)]),
        count: z.number().int().min(1),
        every: z.record(z.string(), z.string()).optional(),
        set: z.record(z.string(), z.unknown()).optional(),
        close: z.boolean().optional(),
      }),
    )
    .optional(),
};

/** The contents of a circuit file. */
export const circuitSchema = z.strictObject(top);

/** Keys of a line, and whether their values are texts, else quantities. */
export const lineKeys: ReadonlyMap<string, boolean> = new Map(
  Object.entries(line.shape).map(([key, schema]) => [key, bare(schema) instanceof z.ZodString]),
);

/** Keys of a line with their meaning. */
export const lineKeyTexts = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(line.shape).flatMap(([key, schema]) => {
      const about = schema.description ?? (bare(schema) as z.ZodType).description;
      return about === undefined ? [] : [[key, about] as const];
    }),
  );

/** Keys that the schema knows at a path. */
export function keysAt(path: Path): string[] {
  const schema = schemaAt(path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [];
}

/** The schema of the value at a path; undefined where nothing may stand. */
export function schemaAt(path: Path): z.ZodType | undefined {
  let schema: unknown = circuitSchema;
  for (const key of path) {
    schema = bare(schema);
    if (schema instanceof z.ZodObject) schema = ownValue(schema.shape, String(key));
    else if (schema instanceof z.ZodRecord) schema = schema.valueType;
    else if (schema instanceof z.ZodArray) schema = schema.element;
    else return undefined;
  }
  return bare(schema) as z.ZodType | undefined;
}

const ownValue = (map: object, key: string): unknown => (Object.hasOwn(map, key) ? (map as Record<string, unknown>)[key] : undefined);

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema;
}

/** JSON Schema (draft 2020-12) for editors, with the library's kinds and their parameters. */
export function jsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(circuitSchema, { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, Record<string, unknown>>;
  } & Record<string, unknown>;
  const components = schema.properties['components'] as Record<string, unknown>;
  schema.properties['initial'] = { anyOf: [schema.properties['initial'], { const: 'steady' }] };
  components['additionalProperties'] = {
    anyOf: [
      ...[...library.values()].map(kindSchema),
      kindSchema(null),
      { type: 'object', description: 'a kind of definitions:', required: ['kind'] },
    ],
  };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'ringmain circuit file', ...schema };
}

function kindSchema(kind: KindDefinition | null): Record<string, unknown> {
  const properties: Record<string, unknown> = { kind: { const: kind?.kind ?? 'junction' } };
  const required = ['kind'];
  for (const [name, p] of Object.entries(kind?.parameters ?? {})) {
    const type = p.table ? 'array' : isDimensionless(p.unit) ? ['number', 'string'] : 'string';
    properties[name] = {
      type,
      description: `${p.about} [${describeDeclared(p)}]`,
      ...(p.default === undefined ? {} : { default: p.default }),
    };
    if (p.default === undefined) required.push(name);
  }
  const rules = kind?.requires ? ` Requires ${kind.requires.join(', ')}.` : '';
  return {
    type: 'object',
    description: kind ? `${kind.about}${rules}` : 'where two or more lines meet',
    properties,
    required,
    additionalProperties: false,
  };
}
