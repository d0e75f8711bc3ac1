import type { WithheldItem } from '../holds.ts';
import { type Hold, holdOf, liftOf, debtOf } from './held-students.ts';
import { or, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { holdList } from './holds.list.ts';

/** What a family sees: without rules, reasons and names of staff. */
export interface FamilyHold {
  studentId: number;
  institutionId: number;
  remaining: WithheldItem[];
  lifted: WithheldItem[];
  liftedUntil: string | null;
  toPay: number;
}

export const forFamily = ({ studentId, institutionId, withheld, remaining, toPay, lift }: Hold): FamilyHold => ({
  studentId,
  institutionId,
  remaining,
  toPay,
  lifted: withheld.filter((word) => !remaining.includes(word)),
  liftedUntil: lift?.until ?? null,
});

type HoldFilter = Parameters<typeof holdList.conditions>[1];

/** How many students the list shows in all, and what they owe. */
export async function holdTotals(db: Db, actor: Actor, filter: HoldFilter) {
  const rows = await query<{ students: number; owed: number }>(db, render)`
    select count(*)::int as students, coalesce(sum(d.owed), 0)::bigint as owed
    ${heldRows} where ${or(...holdList.conditions(actor, filter))}`;
  return rows[0]!;
}

export const heldRows = sql`from students cross join ${debtOf} cross join ${holdOf} left join ${liftOf} on true`;

export interface RuleChoice {
  id: number;
  institutionId: number;
  name: string;
  isOn: boolean;
}

/** The rules of the institutions in view, those that are on first. */
export async function ruleChoices(db: Db, actor: Actor, wanted: number | undefined): Promise<RuleChoice[]> {
  const ids = institutionsInView(actor, wanted, 'fees.view');
  const rows = await query<RuleChoice>(db, render)`select id, institution_id as "institutionId", name, is_on as "isOn"
    from hold_rules where institution_id = any (${sql.param(ids)}::int[]) order by is_on desc, institution_id, name, id`;
  return rows;
}
