import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { debtOf, holds, ruleOf } from '../held/debt-and-holds.ts';
import type { HoldRule } from './rule.queries.ts';
import type { RuleInput } from './rule-fields.ts';

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
  const [freed] = await query<{ name: string }>(
    tx,
    sql`
    select students.first_name || ' ' || students.surname as name
    from students cross join ${debtOf} cross join ${ruleOf(before)} r ${isLess ? sql`` : sql`cross join ${ruleOf(after)} o`}
    where students.institution_id = ${institutionId} and students.merged_into_id is null
      and ${isOneOf(sql`students.id`, [...own])} and ${holds(sql`r`)} ${isLess ? sql`` : sql`and not ${holds(sql`o`)}`}
    order by students.id limit 1`,
  );
  if (freed)
    throw new ValidationError(
      'form',
      `This would release ${freed.name}, who is of your own family. Ask somebody else who sets up holds, such as an owner.`,
    );
}
