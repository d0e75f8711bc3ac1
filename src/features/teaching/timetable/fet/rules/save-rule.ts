import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { checkbox, choice, emptyIsNull, id, list, optionalLine } from '#kernel/schemas.ts';
import { countChange, lockDraft, type LockedTimetable } from '../../draft/lock-draft.ts';
import { isOfEverybody, kindOf, ruleKinds, type RuleKindName } from './rule-kinds.ts';
import { refuseMisfit, refuseUnknown } from './refuse-rule.ts';
import { ruleState } from './rule-words.ts';
import { readRules } from './rules.queries.ts';

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
    .max(100, 'Enter 100 or less: 100 must be kept.')
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
          values (${institutionId}, ${timetableId}, ${input.kind}, ${values}) returning id::int as id`
      : sql`update timetable_constraints set (kind, ${columns}) = row(${input.kind}, ${values})
          where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${ruleId}) returning id::int as id`,
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
    if (nextSetId !== null)
      throw new ValidationError('nextSetId', 'This kind of rule is not about that. Leave it empty.');
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
  const [gone] = await query<{ kind: string }>(
    tx,
    sql`delete from timetable_constraints where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${ruleId})
      returning kind`,
  );
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
    throw new Conflict('Somebody else has changed this rule meanwhile. Open it again, then make your change.');
}

/** There is one rule of a kind for everybody: a new one takes the place of the usual one, or of the last. */
const replaceUsual = (tx: Tx, { institutionId, id }: LockedTimetable, kind: string) =>
  tx.execute(sql`delete from timetable_constraints where (institution_id, timetable_id, kind) = (${institutionId}, ${id}, ${kind})
    and num_nonnulls(employee_id, batch_id, room_id, course_id, set_id) = 0`);
