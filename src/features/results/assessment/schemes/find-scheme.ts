import { and, eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx, pick } from '#kernel/database.ts';
import { NotFound, orNotFound } from '#kernel/errors.ts';
import { assessmentSchemes } from '../assessment.schema.ts';
import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { checkbox, choice, emptyIsNull, id, line, optionalLine } from '#kernel/schemas.ts';
import { rowsField } from '#features/money/fees/setup/rows-field.ts';
import {
  cumulatives,
  gpaForms,
  lastTerms,
  repeatPolicies,
  systems,
  steps,
  type SchemeContent,
  type Step,
} from '../assessment.ts';
import type { Component, PartGroup } from '../compute/types.ts';
import { decimals, hundredthsOf, typedHundredths } from '../hundredths.ts';

/** A scheme for its form. */
export async function findScheme(db: Db, actor: Actor, schemeId: number): Promise<Scheme> {
  const [scheme] = await db.select().from(assessmentSchemes).where(isVisible(actor, schemeId));
  if (!scheme) throw new NotFound('assessment scheme');
  allow(actor, 'assessment.edit', scheme.institutionId);
  return scheme;
}

export async function lockScheme(tx: Tx, actor: Actor, schemeId: number): Promise<Scheme> {
  const [scheme] = await tx.select().from(assessmentSchemes).where(isVisible(actor, schemeId)).for('no key update');
  return orNotFound(scheme, 'assessment scheme');
}

const isVisible = (actor: Actor, schemeId: number) =>
  and(
    isOneOf(assessmentSchemes.institutionId, institutionsWhere(actor, 'assessment.view')),
    eq(assessmentSchemes.id, schemeId),
  );

const rowKey = emptyIsNull(z.string().regex(/^[a-z0-9-]{1,40}$/));
const minimum = 'Enter a number of courses from 1 to 60.';
const aggregate = 'Enter a number of courses from 1 to 20, or leave it empty.';
const best = 'Enter how many count: 1 or more.';

const SchemeFields = z.object({
  name: line(80, 'The name'),
  system: choice(systems),
  components: rowsField(
    z.object({
      savedKey: rowKey,
      name: line(40, 'The name of the part'),
      maximum: typedHundredths('The highest mark', { from: 1, to: 1000_00 }),
      /** What it counts of 100, if not the highest mark itself. */
      weight: emptyIsNull(typedHundredths('What it counts', { from: 1, to: 100_00 })).default(null),
      /** The name of one of the groups. */
      group: optionalLine(40, 'The group').default(null),
    }),
    12,
    'A scheme can have up to 12 parts.',
  ),
  groups: rowsField(
    z.object({
      name: line(40, 'The name of the group'),
      best: z.coerce.number(best).int(best).min(1, best).max(11, best),
    }),
    6,
    'A scheme can have up to 6 groups.',
  ),
  step: z.coerce.string().pipe(choice(steps)),
  passMark: typedHundredths('The pass mark', { to: 100_00 }),
  scaleId: id,
  cumulative: choice(cumulatives),
  weights: rowsField(
    z.object({ weight: typedHundredths('The weight', { to: 100_00 }) }),
    12,
    'A session can have up to 12 terms.',
  ),
  lastTerm: choice(lastTerms).default('term'),
  ranksBatch: checkbox,
  ranksClass: checkbox,
  ranksCourses: checkbox,
  minimumCourses: z.coerce.number(minimum).int(minimum).min(1, minimum).max(60, minimum),
  repeats: choice(repeatPolicies),
  passFail: checkbox,
  aggregateOf: emptyIsNull(z.coerce.number(aggregate).int(aggregate).min(1, aggregate).max(20, aggregate)).default(
    null,
  ),
  gpaForm: choice(gpaForms).default('round2'),
  traits: rowsField(
    z.object({ savedKey: rowKey, name: line(60, 'The trait') }),
    30,
    'A scheme can have up to 30 traits.',
  ),
});
export const AddScheme = SchemeFields.extend({ institutionId: id });
export const EditScheme = edits(SchemeFields);
export type SchemeInput = z.output<typeof SchemeFields>;
export type Scheme = typeof assessmentSchemes.$inferSelect;

/** Fields that the form has as they are stored. */
const plainFields = [
  ...([
    'name',
    'system',
    'scaleId',
    'cumulative',
    'ranksBatch',
    'ranksClass',
    'ranksCourses',
    'minimumCourses',
  ] as const),
  ...(['repeats', 'lastTerm', 'passFail', 'gpaForm', 'aggregateOf'] as const),
];

/** A scheme as its form shows it. */
export function schemeForm(scheme: Scheme) {
  return {
    ...pick(scheme, ...plainFields),
    step: String(scheme.step),
    passMark: decimals(scheme.passMark),
    components: scheme.components.map((one, at) => ({
      id: at + 1,
      savedKey: one.key,
      name: one.name,
      maximum: decimals(one.maximum),
      weight: one.weight === undefined ? '' : decimals(one.weight),
      group: one.group?.name ?? '',
    })),
    groups: groupsOf(scheme.components).map(({ name: group, best: count }, at) => ({
      id: at + 1,
      name: group,
      best: String(count),
    })),
    weights: scheme.weights.map((weight, at) => ({ id: at + 1, weight: decimals(weight) })),
    traits: scheme.traits.map(({ key, name: trait }, at) => ({ id: at + 1, savedKey: key, name: trait })),
  };
}

/** The columns of a scheme. Parts and traits keep the key that their marks are filed by. */
export function schemeColumns(input: SchemeInput): SchemeContent {
  return {
    ...pick(input, ...plainFields),
    step: Number(input.step) as Step,
    passMark: hundredthsOf(input.passMark)!,
    components: keyed(input.components, (row) => componentOf(row, input.groups)),
    weights: input.weights.map(({ weight }) => hundredthsOf(weight)!),
    traits: keyed(input.traits, (row) => ({ name: row.name })),
  };
}

function keyed<Row extends { savedKey: string | null; name: string }, Made>(rows: Row[], make: (row: Row) => Made) {
  const used = new Set(rows.flatMap(({ savedKey }) => savedKey ?? []));
  return rows.map((row) => {
    const key = row.savedKey ?? freeKey(row.name, used);
    used.add(key);
    return { key, ...make(row) };
  });
}

function freeKey(name: string, used: ReadonlySet<string>): string {
  const stem =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 30) || 'part';
  let key = stem;
  for (let turn = 2; used.has(key); turn += 1) key = `${stem}-${turn}`;
  return key;
}

/** A part as it is computed with. */
export function componentOf(
  { name, maximum, weight, group: wanted }: SchemeInput['components'][number],
  groups: SchemeInput['groups'],
): Omit<Component, 'key'> {
  const counts = weight === null ? undefined : hundredthsOf(weight);
  const group = wanted ? groups.find((one) => isSameName(one.name, wanted)) : undefined;
  return {
    name,
    maximum: hundredthsOf(maximum)!,
    ...(counts !== undefined && { weight: counts }),
    ...(group && { group: { name: group.name, best: group.best } }),
  };
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Each group of parts once. */
const groupsOf = (components: readonly Component[]): PartGroup[] => [
  ...new Map(components.flatMap(({ group }) => (group ? [[group.name, group] as const] : []))).values(),
];
