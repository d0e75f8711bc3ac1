import type { ZodType } from 'zod';
import type { Chance } from './random.ts';

interface Definition {
  type: string;
  in?: ZodType;
  out?: ZodType;
  innerType?: ZodType;
  element?: ZodType;
  valueType?: ZodType;
  options?: ZodType[];
  entries?: Record<string, unknown>;
  values?: unknown[];
}
const definitionOf = (schema: ZodType) => (schema as unknown as { def: Definition }).def;
const shapeOf = (schema: ZodType) => (schema as unknown as { shape: Record<string, ZodType> }).shape;

export interface Knowledge {
  chance: Chance;
  /** A value for a field of that name, when one is known: an id, a password, a username. */
  known(name: string): unknown;
  /** Text that has not been sent before. */
  fresh(): string;
}

const words = [
  '2026-11-20',
  '2027-06-30',
  '+2348031234567',
  '123456',
  '#2B3A8F',
  'NGN',
  'Africa/Lagos',
  '{year}/{seq:4}',
  '1',
  1,
  12,
  'true',
  '',
];

/** A value that the schema takes, found by walking it; undefined when a few tries find none. */
export function sample(schema: ZodType, knowledge: Knowledge, name = ''): unknown {
  for (let tries = 0; tries < 6; tries += 1) {
    const value = draw(schema, knowledge, name);
    if (schema.safeParse(value).success) return value;
  }
  return undefined;
}

function draw(schema: ZodType, knowledge: Knowledge, name: string): unknown {
  const { chance } = knowledge;
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return inOrder(
        Object.entries(shapeOf(schema)).map(([key, field]) => [key, sample(field, knowledge, key)] as const),
      );
    case 'array': {
      const whole = knowledge.known(name);
      if (Array.isArray(whole)) return whole;
      return Array.from({ length: chance.below(4) }, () => sample(definition.element!, knowledge, name));
    }
    case 'record':
      return Object.fromEntries(
        Array.from({ length: chance.below(3) }, (_, at) => [
          String(at + 1),
          { name: knowledge.fresh(), startsOn: `2027-0${at + 1}-02`, endsOn: `2027-0${at + 1}-20` },
        ]),
      );
    case 'union':
      return draw(chance.pick(definition.options!), knowledge, name);
    case 'enum':
      return chance.pick(Object.values(definition.entries!));
    case 'literal':
      return definition.values![0];
    case 'optional':
    case 'nullable':
    case 'default':
      return chance.is(0.2) ? undefined : draw(definition.innerType!, knowledge, name);
    case 'pipe':
      return draw(
        definitionOf(definition.in!).type === 'transform' ? definition.out! : definition.in!,
        knowledge,
        name,
      );
    default:
      return leaf(schema, knowledge, name);
  }
}

function leaf(schema: ZodType, { chance, known, fresh }: Knowledge, name: string): unknown {
  const given = known(name);
  if (given !== undefined && schema.safeParse(given).success && chance.is(0.9)) return given;
  const text = fresh();
  const candidates = [
    text,
    `${text.replaceAll(' ', '.').toLowerCase()}@example.com`,
    text.replace(/\W/g, ''),
    // A person's name has no digits.
    text.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!),
    ...words,
  ];
  const taken = candidates.filter((one) => schema.safeParse(one).success);
  return taken.length ? (chance.is(0.6) ? taken[0] : chance.pick(taken)) : given;
}

/** Two days in one form are a beginning and an end. */
function inOrder(entries: (readonly [string, unknown])[]) {
  const made = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  if ('startsOn' in made && 'endsOn' in made) Object.assign(made, { startsOn: '2026-11-20', endsOn: '2027-06-30' });
  return made;
}
