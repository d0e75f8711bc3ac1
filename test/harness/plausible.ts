import type { ZodType } from 'zod';

interface Inner {
  shape?: Record<string, ZodType>;
  def?: {
    in?: ZodType;
    out?: ZodType;
    innerType?: ZodType;
    element?: ZodType;
    options?: ZodType[];
    entries?: Record<string, string>;
  };
}
type IdFor = (noun: string) => number | undefined;

const words = [
  'Something else',
  '2026-11-20',
  '2027-06-30',
  'someone@example.com',
  '+2348031234567',
  '123456',
  '#2B3A8F',
  'NGN',
  'Africa/Lagos',
  'indigo on warm paper',
  'XY9',
  'student:new',
  't1',
  '1-2026-11-20',
  '2027-01-05T08:30',
  '08:30',
  '{seq:4}',
  'https://akada.school.ng',
  '{"of":"guardians","by":[{"kind":"all"}]}',
  '2027',
];

/**
 * A body that passes the route's schema, found by trying values field by field, so that a request reaches the verb
 * without a list of bodies to keep. A field that is named for a record gets the id that `idFor` knows of its noun.
 * Undefined when none is found.
 */
export function plausible(schema: ZodType | undefined, idFor: IdFor): Record<string, unknown> | undefined {
  const shape = schema && shapeOf(schema);
  if (!schema || !shape) return {};
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = candidates(name, field, idFor).find((one) => field.safeParse(one).success);
    if (value !== undefined) body[name] = value;
  }
  // Two days in one form are a beginning and an end.
  if ('startsOn' in body && 'endsOn' in body) body.endsOn = '2027-06-30';
  return schema.safeParse(body).success ? body : undefined;
}

/** What a body or a query names by id: 'batch_id', 'batchId', 'studentIds' name batch, batch, student. */
export const nounsOf = (schema: unknown): string[] =>
  Object.keys((schema && shapeOf(schema as ZodType)) ?? {}).flatMap((name) => nounIn(name) ?? []);

export function nounIn(name: string): string | undefined {
  if (name === 'academic_session') return name;
  return /^(.+?)_?ids?$/i.exec(name)?.[1]?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function candidates(name: string, field: ZodType, idFor: IdFor): unknown[] {
  const noun = nounIn(name);
  const id = noun && idFor(noun);
  const given = typeof id === 'number' ? [[id], id, String(id)] : [];
  const choices = optionsOf(field);
  const inner = shapeOf(field) && plausible(field, idFor);
  return [
    ...given,
    inner,
    ...rowsOf(field, idFor),
    ...choices,
    ...words,
    '1',
    1,
    '8',
    'true',
    true,
    choices.slice(0, 1),
    [],
    ['1'],
    {},
    // Rows by their key.
    { 1: { kind: 'lesson', name: 'Period 1', startsAt: '08:00', endsAt: '08:40' } },
    { 1: { courses: ['1-1'] } },
    { 1: '1' },
    undefined,
    null,
  ];
}

/** A list of one row, for a list of objects. */
function rowsOf(field: ZodType, idFor: IdFor): unknown[] {
  const element = elementOf(field);
  return element && shapeOf(element) ? [[plausible(element, idFor)]] : [];
}

function elementOf(field: ZodType): ZodType | undefined {
  const { def } = field as unknown as Inner;
  for (const next of [def?.in, def?.out, def?.innerType]) {
    const found = next && elementOf(next);
    if (found) return found;
  }
  return def?.element;
}

function shapeOf(schema: ZodType): Inner['shape'] {
  const { shape, def } = schema as unknown as Inner;
  if (shape) return shape;
  for (const next of [def?.in, def?.out, def?.innerType, def?.options?.[0]]) {
    const found = next && shapeOf(next);
    if (found) return found;
  }
  return undefined;
}

function optionsOf(field: ZodType): unknown[] {
  const { def } = field as unknown as Inner;
  const inside = [def?.in, def?.out, def?.innerType, def?.element, ...(def?.options ?? [])].flatMap((next) =>
    next ? optionsOf(next) : [],
  );
  return [...Object.values(def?.entries ?? {}), ...inside];
}
