import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { holdRules } from '../holds.schema.ts';
import {
  refuseFreeingOwn,
  PreviewedCount,
  checkCondition,
  RuleFields,
  ruleTaken,
  type RuleInput,
  lockRule,
  type HoldRule,
  checkPlaces,
} from './create-rule.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { countOf } from '#ui/format.ts';
import type { RuleCondition } from '../holds.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { holds, ruleOf, debtOf } from '../held/held-students.ts';

export const SwitchOn = z.object({ seen: PreviewedCount });

const isRule = ({ institutionId, id }: HoldRule) => hasKey(holdRules, institutionId, id);

/** Switches a rule on, after its preview, or off. */
export async function switchRule(
  tx: Tx,
  actor: Actor,
  ruleId: number,
  to: { isOn: true; seen: number | null } | { isOn: false },
): Promise<HoldRule> {
  const rule = await lockRule(tx, actor, ruleId);
  allow(actor, 'fees.holds', rule.institutionId);
  if (rule.isOn === to.isOn) return rule;
  if (to.isOn) await checkSeen(tx, rule.institutionId, rule, to.seen);
  else await refuseFreeingOwn(tx, actor, rule, null);
  await tx.update(holdRules).set({ isOn: to.isOn }).where(isRule(rule));
  await record(tx, actor, to.isOn ? 'fees.switchHoldRuleOn' : 'fees.switchHoldRuleOff', {
    institutionId: rule.institutionId,
    summary: `switched the hold rule ${rule.name} ${to.isOn ? 'on' : 'off'}`,
    subject: { type: 'hold_rule', id: rule.id },
    details: to.isOn ? { students: to.seen } : {},
  });
  return rule;
}

/** Deletes a rule that holds nobody, because it is switched off. */
export async function deleteRule(tx: Tx, actor: Actor, ruleId: number): Promise<string> {
  const rule = await lockRule(tx, actor, ruleId);
  const { institutionId, id, name, isOn, ...details } = rule;
  allow(actor, 'fees.holds', institutionId);
  if (isOn) throw new ValidationError('form', `${name} is on. Switch it off first.`);
  await tx.delete(holdRules).where(isRule(rule));
  await record(tx, actor, 'fees.deleteHoldRule', {
    institutionId,
    summary: `deleted the hold rule ${name}`,
    subject: { type: 'hold_rule', id },
    details,
  });
  return name;
}

export const EditRule = edits(RuleFields.extend({ seen: PreviewedCount }));

const conditions = ['above', 'counts', 'overdueDays', 'needs', 'programIds', 'classIds'];

/** Changes a rule. While it is on, its preview has to be looked at first if it changes who is held. */
export const editRule = editRecord({
  action: 'fees.editHoldRule',
  type: 'hold_rule',
  table: holdRules,
  may: 'fees.holds',
  fields: EditRule,
  lock: lockRule,
  sets: ['withholds', 'programIds', 'classIds'],
  together: [['above', 'counts', 'overdueDays', 'needs']],
  read: ({ input: { seen: _, ...values } }) => sorted(values as RuleInput),
  check: async ({ tx, actor, before, values, input, changes }) => {
    checkCondition(values);
    await checkPlaces(tx, before.institutionId, values);
    await refuseFreeingOwn(tx, actor, before, values);
    if (Object.keys(changes).some((field) => conditions.includes(field)))
      await checkIfOn(tx, before, values, (input as { seen: number | null }).seen);
  },
  taken: ({ values }) => ruleTaken(values.name),
  nameOf: ({ values }) => values.name,
});

const checkIfOn = async (tx: Tx, before: HoldRule, values: RuleInput, seen: number | null) =>
  before.isOn && (await checkSeen(tx, before.institutionId, values, seen));

/** Merged sets come in any order. */
const sorted = (values: RuleInput): RuleInput => {
  const { withholds } = RuleFields.pick({ withholds: true }).parse(values);
  const byId = (ids: number[]) => ids.toSorted((a, b) => a - b);
  return { ...values, withholds, programIds: byId(values.programIds), classIds: byId(values.classIds) };
};

/** Nobody is held whom the preview did not show: refused unless it showed as many students as there are now. */
async function checkSeen(tx: Tx, institutionId: number, rule: RuleCondition, seen: number | null) {
  const held = await countHeld(tx, institutionId, rule);
  if (seen === null)
    throw new ValidationError(
      'seen',
      `This would hold ${countOf(held, 'student')}. Review the preview, then save again.`,
    );
  if (seen !== held)
    throw new ValidationError(
      'seen',
      `This would now hold ${countOf(held, 'student')}, not ${seen}. Review the preview again, then continue.`,
    );
}

export interface PreviewRow {
  id: number;
  name: string;
  admissionNumber: string;
  batch: string | null;
  owed: number;
  overdue: number;
  since: string | null;
  daysOverdue: number | null;
  change: 'new' | 'released' | 'same';
}

export interface RulePreview {
  /** Whom it would hold, and what they owe. */
  held: number;
  owed: number;
  /** Against the rule as it is: whom it would hold besides, and no longer. */
  added: number;
  released: number;
  /** The first of them: changes first, then the largest debts. */
  rows: PreviewRow[];
  isMore: boolean;
}

/** How many students a preview names. */
const previewLength = 50;

/** Whom a rule would hold today. With `before`, the rule as it works now, also who is held newly and no longer. */
export async function previewOf(
  db: Db,
  actor: Actor,
  institutionId: number,
  rule: RuleCondition,
  before: RuleCondition | null,
): Promise<RulePreview> {
  const hit = sql`select students.id, d.owed, d.overdue, d.since, d.late, ${holds(sql`r`)} as is_held,
      ${before ? holds(sql`o`) : sql`false`} as was_held
    from students cross join ${debtOf} cross join ${ruleOf(rule)} r ${before ? sql`cross join ${ruleOf(before)} o` : sql``}
    where students.institution_id = ${institutionId} and students.merged_into_id is null`;
  const [[totals], { rows, isMore }] = await Promise.all([
    query<Omit<RulePreview, 'rows' | 'isMore'>>(db, render)`
      select count(*) filter (where is_held)::int as held, coalesce(sum(owed) filter (where is_held), 0)::bigint as owed,
        count(*) filter (where is_held and not was_held)::int as added,
        count(*) filter (where was_held and not is_held)::int as released
      from (${hit}) hit`,
    namedRows(db, actor, institutionId, hit, before !== null),
  ]);
  return { ...totals!, rows, isMore };
}

const namedRows = (db: Db, actor: Actor, institutionId: number, hit: SQL, hasBefore: boolean) =>
  bounded(previewLength, async (limit) => {
    const changed = hasBefore ? sql`(hit.is_held = hit.was_held), hit.is_held desc,` : sql``;
    const rows = await query<PreviewRow>(db, render)`
    select students.id, concat_ws(', ', students.surname, concat_ws(' ', students.first_name, students.middle_name)) as name,
      students.admission_number as "admissionNumber", students.batch_name as batch, hit.owed, hit.overdue,
      hit.since::text as since, hit.late as "daysOverdue",
      case when hit.is_held and hit.was_held then 'same' when hit.is_held then 'new' else 'released' end as change
    from (${hit}) hit join students on students.institution_id = ${institutionId} and students.id = hit.id
    where (hit.is_held or hit.was_held) and ${visibleTo(actor, students)}
    order by ${changed} hit.owed desc, hit.id limit ${limit}`;
    return rows;
  });

/** How many students a rule holds today. */
async function countHeld(db: Db, institutionId: number, rule: RuleCondition): Promise<number> {
  const rows = await query<{ held: number }>(db, render)`
    select count(*)::int as held from students cross join ${debtOf} cross join ${ruleOf(rule)} r
    where students.institution_id = ${institutionId} and students.merged_into_id is null and ${holds(sql`r`)}`;
  return rows[0]!.held;
}
