import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { RuleCondition, Withheld } from '../holds.ts';

interface Named {
  id: number;
  name: string;
}

export interface HoldRule extends RuleCondition {
  id: number;
  institutionId: number;
  name: string;
  withholds: Withheld[];
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
  const rows = await query<HoldRule>(
    db,
    render(sql`select ${ruleColumns} from hold_rules r
    where r.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and r.id = ${ruleId}`),
  );
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
  const rows = await query<{ programs: Named[]; classes: (Named & { program: string })[] }>(
    db,
    render(sql`
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from programs
        where institution_id = ${institutionId} and retired_at is null) as programs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'program', p.name)
          order by p.name, p.id, c.position, c.id), '[]')
        from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
        where c.institution_id = ${institutionId}) as classes`),
  );
  return rows[0]!;
}

/** Refuses programmes and classes of other institutions. */
export async function checkPlaces(tx: Tx, institutionId: number, { programIds, classIds }: RuleCondition) {
  const own = (table: 'programs' | 'classes', ids: number[]) => sql`(select count(*)::int from ${sql.identifier(table)}
    where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[]))`;
  const rows = await query<{ programs: number; classes: number }>(
    tx,
    render(sql`select ${own('programs', programIds)} as programs, ${own('classes', classIds)} as classes`),
  );
  if (rows[0]!.programs < programIds.length)
    throw new ValidationError('programIds', 'Choose programmes from the list.');
  if (rows[0]!.classes < classIds.length) throw new ValidationError('classIds', 'Choose classes from the list.');
}
