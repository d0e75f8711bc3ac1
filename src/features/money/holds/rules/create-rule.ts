import { z } from 'zod';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, isOneOf, render, type Db, query } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError, NotFound } from '#kernel/errors.ts';
import { id, ids, amount, choice, emptyIsNull, line } from '#kernel/schemas.ts';
import { holdRules } from '../holds.schema.ts';
import { sql } from 'drizzle-orm';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { debtOf, holds, ruleOf } from '../held/held-students.ts';
import { countedAmounts, ruleNeeds, type RuleCondition, type WithheldItem } from '../holds.ts';
import { withheldField } from '../withheld-field.ts';

/**
 * Nobody frees their own family by changing a rule that is on, or by switching it off: refused if one of them is held by
 * it and would not be any more, or less would be withheld.
 */
export async function refuseFreeingOwn(tx: Tx, actor: Actor, before: HoldRule, after: RuleInput | null): Promise<void> {
  if (!before.isOn) return;
  const { institutionId } = before;
  const { students: own } = await ownFamily(tx, actor.accountId, institutionId);
  if (own.size === 0) return;
  const isLess = after === null || before.withholds.some((word) => !after.withholds.includes(word));
  const [freed] = await query<{ name: string }>(tx)`
    select students.first_name || ' ' || students.surname as name
    from students cross join ${debtOf} cross join ${ruleOf(before)} r ${isLess ? sql`` : sql`cross join ${ruleOf(after)} o`}
    where students.institution_id = ${institutionId} and students.merged_into_id is null
      and ${isOneOf(sql`students.id`, [...own])} and ${holds(sql`r`)} ${isLess ? sql`` : sql`and not ${holds(sql`o`)}`}
    order by students.id limit 1`;
  if (freed)
    throw new ValidationError(
      'form',
      `This would release ${freed.name}, who is a member of your own family. Ask someone else who sets up holds, such as an owner.`,
    );
}

/** Whom a rule holds. */
export const conditionFields = {
  above: emptyIsNull(amount('The amount')),
  counts: choice(countedAmounts),
  overdueDays: emptyIsNull(
    z.coerce
      .number('Enter a number of days.')
      .int('Enter a whole number of days.')
      .min(1, 'Enter 1 day or more.')
      .max(365, 'Enter up to 365 days.'),
  ),
  needs: choice(ruleNeeds),
  programIds: ids(100),
  classIds: ids(200),
};

export const RuleFields = z.object({
  name: line(80, 'The name'),
  withholds: withheldField('Choose what is withheld.'),
  ...conditionFields,
});
export type RuleInput = z.infer<typeof RuleFields>;

/** How many students the preview showed; it is looked at again if they are others by now. */
export const PreviewedCount = emptyIsNull(z.coerce.number().int().min(0).max(10_000_000));

export function checkCondition({ above, overdueDays }: RuleCondition): void {
  if (above === null && overdueDays === null)
    throw new ValidationError('above', 'Enter an amount, a number of days, or both.');
}

export const ruleTaken = (name: string): Record<string, [string, string]> => ({
  hold_rules_name: ['name', `A rule named ${name} already exists. Choose a different name.`],
});

interface Named {
  id: number;
  name: string;
}

export interface HoldRule extends RuleCondition {
  id: number;
  institutionId: number;
  name: string;
  withholds: WithheldItem[];
  isOn: boolean;
  /** The names of its programmes and classes. */
  programs: string[];
  classes: string[];
}

const namesIn = (table: 'programs' | 'classes', ids: 'program_ids' | 'class_ids') =>
  sql`array(select p.name from ${sql.identifier(table)} p where p.institution_id = r.institution_id
    and p.id = any (r.${sql.identifier(ids)}) order by p.name, p.id)`;

export const ruleColumns = sql`r.id, r.institution_id as "institutionId", r.name, r.withholds, r.above, r.counts,
  r.overdue_days as "overdueDays", r.needs, r.program_ids as "programIds", r.class_ids as "classIds", r.is_on as "isOn",
  ${namesIn('programs', 'program_ids')} as programs, ${namesIn('classes', 'class_ids')} as classes`;

export async function findRule(db: Db, actor: Actor, ruleId: number): Promise<HoldRule> {
  const rows = await query<HoldRule>(db, render)`select ${ruleColumns} from hold_rules r
    where r.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and r.id = ${ruleId}`;
  if (!rows[0]) throw new NotFound('rule');
  return rows[0];
}

export async function lockRule(tx: Tx, actor: Actor, ruleId: number): Promise<HoldRule> {
  await tx.execute(sql`select 1 from hold_rules
    where institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and id = ${ruleId}
    for no key update`);
  return findRule(tx, actor, ruleId);
}

/** The programmes and classes that the form offers. */
export async function ruleChoices(db: Db, institutionId: number) {
  const rows = await query<{ programs: Named[]; classes: (Named & { program: string })[] }>(db, render)`
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from programs
        where institution_id = ${institutionId} and retired_at is null) as programs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'program', p.name)
          order by p.name, p.id, c.position, c.id), '[]')
        from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
        where c.institution_id = ${institutionId}) as classes`;
  return rows[0]!;
}

/** Refuses programmes and classes of other institutions. */
export async function checkPlaces(tx: Tx, institutionId: number, { programIds, classIds }: RuleCondition) {
  const own = (table: 'programs' | 'classes', ids: number[]) => sql`(select count(*)::int from ${sql.identifier(table)}
    where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[]))`;
  const rows = await query<{ programs: number; classes: number }>(tx, render)`
    select ${own('programs', programIds)} as programs, ${own('classes', classIds)} as classes`;
  if (rows[0]!.programs < programIds.length)
    throw new ValidationError('programIds', 'Choose programmes from the list.');
  if (rows[0]!.classes < classIds.length) throw new ValidationError('classIds', 'Choose classes from the list.');
}

export const CreateRule = RuleFields.extend({ institutionId: id });

/** Adds a rule that is switched off and holds nobody yet. */
export async function createRule(tx: Tx, actor: Actor, sent: z.infer<typeof CreateRule>): Promise<number> {
  const { institutionId, ...values } = sent;
  allow(actor, 'fees.holds', institutionId);
  checkCondition(values);
  await checkPlaces(tx, institutionId, values);
  const [row] = await refuseDuplicate(
    tx
      .insert(holdRules)
      .values({ institutionId, ...values })
      .returning({ id: holdRules.id }),
    ruleTaken(values.name),
  );
  await record(tx, actor, 'fees.createHoldRule', {
    institutionId,
    summary: `added the hold rule ${values.name}`,
    subject: { type: 'hold_rule', id: row!.id },
    details: values,
  });
  return row!.id;
}
