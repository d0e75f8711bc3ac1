import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx, isOneOf, type Db } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { checkbox, choice, emptyIsNull, id, list, optionalLine } from '#kernel/schemas.ts';
import { countChange, lockDraft, type LockedTimetable } from '../../draft/lock-draft.ts';
import {
  isOfEverybody,
  kindOf,
  ruleKinds,
  type RuleKindName,
  isAboutSeveral,
  ruleState,
  isRuleKind,
  type Rule,
} from './rule-kinds.ts';

const kinds = Object.fromEntries(Object.entries(ruleKinds).map(([kind, { title }]) => [kind, title])) as Record<
  RuleKindName,
  string
>;
/** 'weekday-period'. */
const time = z
  .string()
  .regex(/^[1-7]-\d{1,2}$/, 'Choose periods from the grid.')
  .transform((text): [number, number] => text.split('-').map(Number) as [number, number]);

export const SaveRule = z.object({
  /** The rule to change; empty: a new one. */
  ruleId: emptyIsNull(id),
  /** What it was when its form was opened, as `ruleState` says it. */
  was: optionalLine(60),
  kind: choice(kinds),
  weight: z.coerce
    .number('Enter a number from 1 to 100.')
    .min(1, 'Enter 1 or more.')
    .max(100, 'Enter 100 or less; 100 is mandatory.')
    .default(100),
  teacherId: emptyIsNull(id),
  batchId: emptyIsNull(id),
  courseId: emptyIsNull(id),
  setId: emptyIsNull(id),
  /** With `setId` a pair, in this order. */
  nextSetId: emptyIsNull(id),
  /** Lessons that a rule relates with each other. */
  setIds: list(id).pipe(z.array(z.number()).max(60, 'Choose 60 at most.')),
  number: emptyIsNull(z.coerce.number('Enter a number.').int('Enter a whole number.')),
  times: list(time).pipe(z.array(z.any()).max(300)),
  isActive: checkbox,
  note: optionalLine(500, 'Note'),
});
export const RemoveRule = z.object({ ruleId: id });
type Fields = z.output<typeof SaveRule>;
type RuleInput = Omit<Fields, 'nextSetId'>;

/** Adds a rule, or changes one. */
export async function saveRule(tx: Tx, actor: Actor, timetableId: number, fields: Fields): Promise<void> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const input = withPair(fields);
  const { institutionId } = timetable;
  const { ruleId } = input;
  if (ruleId !== null) await refuseChanged(tx, timetable, ruleId, input.was);
  refuseMisfit(input);
  await refuseUnknown(tx, timetable, input);
  const kind = kindOf(input.kind);
  if (ruleId === null && isOfEverybody(input)) await replaceUsual(tx, timetable, input.kind);
  const parameters = JSON.stringify({
    ...(kind.number && { number: input.number }),
    ...(kind.hasTimes && { times: input.times }),
  });
  const values = sql`${kind.isAlwaysHard ? 100 : input.weight}, ${input.teacherId}, ${input.batchId}, ${input.courseId},
    ${input.setId}, ${parameters}::jsonb, ${input.isActive}, ${input.note}`;
  const columns = sql`weight, employee_id, batch_id, course_id, set_id, parameters, is_active, note`;
  const rows = await query<{ id: number }>(
    tx,
    ruleId === null
      ? sql`insert into timetable_constraints (institution_id, timetable_id, kind, ${columns})
          values (${institutionId}, ${timetableId}, ${input.kind}, ${values}) returning id::bigint as id`
      : sql`update timetable_constraints set (kind, ${columns}) = row(${input.kind}, ${values})
          where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${ruleId}) returning id::bigint as id`,
  );
  if (rows.length === 0) throw new NotFound('rule');
  await writeSets(tx, timetable, rows[0]!.id, input.setIds);
  await record(tx, actor, ruleId === null ? 'timetable.addRule' : 'timetable.editRule', {
    institutionId,
    summary: `${ruleId === null ? 'added' : 'edited'} a rule of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { ...input, ruleId: rows[0]!.id },
  });
  await countChange(tx, timetable);
}

/** The lessons of a pair are one list, like those of other rules about several. */
function withPair({ nextSetId, ...input }: Fields): RuleInput {
  if (!kindOf(input.kind).subjects.includes('pair')) {
    if (nextSetId !== null) throw new ValidationError('nextSetId', 'This rule doesn’t use that field. Leave it empty.');
    return { ...input, setIds: [...new Set(input.setIds)] };
  }
  if (input.setId === null) throw new ValidationError('setId', 'Choose the first lessons.');
  if (nextSetId === null || nextSetId === input.setId) throw new ValidationError('nextSetId', 'Choose other lessons.');
  return { ...input, setId: null, setIds: [input.setId, nextSetId] };
}

async function writeSets(tx: Tx, { institutionId, id }: LockedTimetable, ruleId: number, setIds: number[]) {
  await tx.execute(sql`delete from timetable_constraint_sets
    where (institution_id, timetable_id, constraint_id) = (${institutionId}, ${id}, ${ruleId})`);
  await tx.execute(sql`insert into timetable_constraint_sets (institution_id, timetable_id, constraint_id, set_id, position)
    select ${institutionId}, ${id}, ${ruleId}, m.set_id, m.position
    from unnest(${sql.param(setIds)}::bigint[]) with ordinality m (set_id, position)`);
}

export async function removeRule(tx: Tx, actor: Actor, timetableId: number, ruleId: number): Promise<void> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const [gone] = await query<{ kind: string }>(tx)`
    delete from timetable_constraints where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${ruleId})
      returning kind`;
  if (!gone) throw new NotFound('rule');
  await record(tx, actor, 'timetable.removeRule', {
    institutionId,
    summary: `removed a rule of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { ruleId, ...gone },
  });
  await countChange(tx, timetable);
}

async function refuseChanged(tx: Tx, { institutionId, id }: LockedTimetable, ruleId: number, was: string | null) {
  const rule = (await readRules(tx, [institutionId], id)).find((one) => one.id === ruleId);
  if (!rule) throw new NotFound('rule');
  if (ruleState(rule) !== was)
    throw new Conflict('Someone else has since changed this rule. Open it again, then make your change.');
}

/** There is one rule of a kind for everybody: a new one takes the place of the usual one, or of the last. */
const replaceUsual = (tx: Tx, { institutionId, id }: LockedTimetable, kind: string) =>
  tx.execute(sql`delete from timetable_constraints where (institution_id, timetable_id, kind) = (${institutionId}, ${id}, ${kind})
    and num_nonnulls(employee_id, batch_id, room_id, course_id, set_id) = 0`);

interface RuleFields extends Record<'teacherId' | 'batchId' | 'courseId' | 'setId' | 'number', number | null> {
  kind: RuleKindName;
  setIds: number[];
  times: unknown[];
}

/** What a kind needs, and whom it can be about. */
function refuseMisfit(input: RuleFields): void {
  const { subjects, number, hasTimes } = kindOf(input.kind);
  const about = [
    ['batch', 'batchId'],
    ['teacher', 'teacherId'],
    ['course', 'courseId'],
    ['lesson', 'setId'],
  ] as const;
  const isOfSeveral = isAboutSeveral(input.kind);
  if (!isOfSeveral && input.setIds.length > 0)
    throw new ValidationError('setIds', 'This rule doesn’t apply to several lessons. Choose another one.');
  const named = about.filter(([, field]) => input[field] !== null);
  for (const [subject, field] of named)
    if (!subjects.includes(subject))
      throw new ValidationError(field, 'This rule doesn’t use that field. Choose another one.');
  if (named.length > 1)
    throw new ValidationError(named[1]![1], 'A rule applies to one of them. Leave the other empty.');
  if (isOfSeveral && input.setIds.length < 2) throw new ValidationError('setIds', 'Choose at least two of them.');
  if (named.length === 0 && !isOfSeveral && !subjects.includes('everybody')) {
    const [, field] = about.find(([subject]) => subjects.includes(subject))!;
    throw new ValidationError(field, 'Choose who or what the rule applies to.');
  }
  if (number && (input.number === null || input.number < number.from || input.number > number.to))
    throw new ValidationError('number', `Enter a number from ${number.from} to ${number.to}.`);
  if (hasTimes && input.times.length === 0) throw new ValidationError('times', 'Choose at least one period.');
}

async function refuseUnknown(
  tx: Tx,
  { institutionId, id: timetableId }: LockedTimetable,
  input: RuleFields,
): Promise<void> {
  const [row] = await query<Record<'teacherId' | 'batchId' | 'courseId' | 'setId', boolean>>(tx)`
    select exists (select from employees where (institution_id, id) = (${institutionId}, ${input.teacherId})) as "teacherId",
      exists (select from batches where (institution_id, id) = (${institutionId}, ${input.batchId})) as "batchId",
      exists (select from courses where (institution_id, id) = (${institutionId}, ${input.courseId})) as "courseId",
      exists (select from lesson_sets where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${input.setId})) as "setId"`;
  for (const field of ['teacherId', 'batchId', 'courseId', 'setId'] as const)
    if (input[field] !== null && !row![field]) throw new ValidationError(field, 'Choose one from the list.');
  const [sets] = await query<{ count: number }>(tx)`
    select count(*)::int as count from lesson_sets where (institution_id, timetable_id) = (${institutionId}, ${timetableId})
      and id = any (${sql.param(input.setIds)}::bigint[])`;
  if (sets!.count < input.setIds.length)
    throw new ValidationError(
      kindOf(input.kind).subjects.includes('pair') ? 'nextSetId' : 'setIds',
      'Choose lessons from the list.',
    );
}

export interface StoredRule extends Rule {
  id: number;
  note: string | null;
}

/** The rules of a version. Kinds that the server does not know are skipped. */
export async function readRules(db: Db, institutionIds: readonly number[], timetableId: number): Promise<StoredRule[]> {
  const rows = await query<Omit<StoredRule, 'kind'> & { kind: string }>(db)`
    select c.id::bigint as id, c.kind, c.weight::float as weight, c.employee_id::bigint as "teacherId", c.batch_id::bigint as "batchId",
        c.course_id::bigint as "courseId", c.set_id::bigint as "setId", (c.parameters ->> 'number')::int as number,
        coalesce(c.parameters -> 'times', '[]') as times, c.is_active as "isActive", c.note,
        coalesce((select jsonb_agg(x.set_id order by x.position) from timetable_constraint_sets x
          where (x.institution_id, x.constraint_id) = (c.institution_id, c.id)), '[]') as "setIds"
      from timetable_constraints c where ${isOneOf(sql`c.institution_id`, [...institutionIds])} and c.timetable_id = ${timetableId}
      order by c.id`;
  return rows.flatMap((row) => (isRuleKind(row.kind) ? { ...row, kind: row.kind } : []));
}
