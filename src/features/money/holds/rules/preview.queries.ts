import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { holds, ruleOf, debtOf } from '../held/debt-and-holds.ts';
import type { RuleCondition } from '../holds.ts';

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
export const previewLength = 50;

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
    query<Omit<RulePreview, 'rows' | 'isMore'>>(
      db,
      render(sql`
      select count(*) filter (where is_held)::int as held, coalesce(sum(owed) filter (where is_held), 0)::bigint as owed,
        count(*) filter (where is_held and not was_held)::int as added,
        count(*) filter (where was_held and not is_held)::int as released
      from (${hit}) hit`),
    ),
    namedRows(db, actor, institutionId, hit, before !== null),
  ]);
  return { ...totals!, rows, isMore };
}

const namedRows = (db: Db, actor: Actor, institutionId: number, hit: SQL, hasBefore: boolean) =>
  bounded(previewLength, async (limit) => {
    const changed = hasBefore ? sql`(hit.is_held = hit.was_held), hit.is_held desc,` : sql``;
    const rows = await query<PreviewRow>(
      db,
      render(sql`
    select students.id, concat_ws(', ', students.surname, concat_ws(' ', students.first_name, students.middle_name)) as name,
      students.admission_number as "admissionNumber", students.batch_name as batch, hit.owed, hit.overdue,
      hit.since::text as since, hit.late as "daysOverdue",
      case when hit.is_held and hit.was_held then 'same' when hit.is_held then 'new' else 'released' end as change
    from (${hit}) hit join students on students.institution_id = ${institutionId} and students.id = hit.id
    where (hit.is_held or hit.was_held) and ${visibleTo(actor, students)}
    order by ${changed} hit.owed desc, hit.id limit ${limit}`),
    );
    return rows;
  });

/** How many students a rule holds today. */
export async function countHeld(db: Db, institutionId: number, rule: RuleCondition): Promise<number> {
  const rows = await query<{ held: number }>(
    db,
    render(sql`
    select count(*)::int as held from students cross join ${debtOf} cross join ${ruleOf(rule)} r
    where students.institution_id = ${institutionId} and students.merged_into_id is null and ${holds(sql`r`)}`),
  );
  return rows[0]!.held;
}
