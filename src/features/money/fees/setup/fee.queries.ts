import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { FineRule } from '../fees.ts';
import { billed } from '../billed.ts';
import type { AudienceRow } from '../audience/audience.ts';

export interface FeeDetails {
  institutionId: number;
  id: number;
  title: string;
  categoryId: number;
  category: string;
  sessionId: number;
  session: string;
  sessionStartsOn: string;
  termId: number | null;
  term: string | null;
  termStartsOn: string | null;
  instructions: string | null;
  fineHow: FineRule['how'] | null;
  fineAmount: number | null;
  finePercent: number | null;
  fineGraceDays: number | null;
  fineCap: number | null;
  copiedFromId: number | null;
  isEnded: boolean;
  particulars: {
    id: number;
    name: string;
    categoryId: number;
    category: string;
    amount: number;
    isOptional: boolean;
    chosen: number;
  }[];
  instalments: { id: number; dueOn: string; percent: number | null; amount: number | null }[];
  discounts: { schemeId: number; name: string; isArchived: boolean }[];
  audience: (AudienceRow & { name: string; number: string | null })[];
  /** Its invoices that are not cancelled. */
  billed: { count: number; total: number; credited: number; settled: number };
}

/** A fee with all its parts, in one query; NotFound for people who can't see it. */
export async function findFee(db: Db, actor: Actor, feeId: number): Promise<FeeDetails> {
  const [fee] = await readFees(db, actor, sql`f.id = ${feeId}`);
  if (!fee) throw new NotFound('fee');
  return fee;
}

/** The same, locked. */
export async function lockFee(tx: Tx, actor: Actor, feeId: number): Promise<FeeDetails> {
  await tx.execute(sql`select 1 from fees f where ${isVisible(actor)} and f.id = ${feeId} for no key update`);
  return findFee(tx, actor, feeId);
}

const isVisible = (actor: Actor): SQL =>
  sql`f.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[])`;

/** Fees with all their parts, in the order of their ids. */
export async function readFees(db: Db, actor: Actor, where: SQL): Promise<FeeDetails[]> {
  const rows = await query<FeeDetails>(
    db,
    render(sql`
    select f.institution_id as "institutionId", f.id, f.title, f.category_id as "categoryId", c.name as category,
      f.session_id as "sessionId", s.name as session, s.starts_on as "sessionStartsOn",
      f.term_id as "termId", t.name as term, t.starts_on as "termStartsOn", f.instructions,
      f.fine_how as "fineHow", f.fine_amount as "fineAmount", f.fine_percent as "finePercent",
      f.fine_grace_days as "fineGraceDays", f.fine_cap as "fineCap", f.copied_from_id as "copiedFromId",
      f.ended_at is not null as "isEnded",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'categoryId', p.category_id,
          'category', k.name, 'amount', p.amount, 'isOptional', p.is_optional, 'chosen', (select count(*) from fee_choices h
            where h.institution_id = p.institution_id and h.particular_id = p.id)) order by p.position, p.id), '[]')
        from fee_particulars p join fee_categories k on (k.institution_id, k.id) = (p.institution_id, p.category_id)
        where p.institution_id = f.institution_id and p.fee_id = f.id) as particulars,
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.position, 'dueOn', i.due_on, 'percent', i.percent,
          'amount', i.amount) order by i.position), '[]')
        from fee_instalments i where i.institution_id = f.institution_id and i.fee_id = f.id) as instalments,
      (select coalesce(jsonb_agg(jsonb_build_object('schemeId', d.id, 'name', d.name,
          'isArchived', d.archived_at is not null) order by x.position), '[]')
        from fee_discounts x join discount_schemes d on (d.institution_id, d.id) = (x.institution_id, x.scheme_id)
        where x.institution_id = f.institution_id and x.fee_id = f.id) as discounts,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'programId', a.program_id, 'classId', a.class_id,
          'batchId', a.batch_id, 'categoryId', a.category_id, 'optionId', a.option_id, 'studentId', a.student_id,
          'word', a.word, 'name', ${audienceName}, 'number', (select n.admission_number from students n
            where n.institution_id = a.institution_id and n.id = a.student_id)) order by a.id), '[]')
        from fee_audience a where a.institution_id = f.institution_id and a.fee_id = f.id) as audience,
      ${billed().sumsOf(sql`(f.institution_id, f.id)`)} as billed
    from fees f
    join fee_categories c on (c.institution_id, c.id) = (f.institution_id, f.category_id)
    join academic_sessions s on (s.institution_id, s.id) = (f.institution_id, f.session_id)
    left join terms t on (t.institution_id, t.id) = (f.institution_id, f.term_id)
    where ${isVisible(actor)} and ${where} order by f.id`),
  );
  return rows;
}

/** The name of a row of the audience `a`. */
export const audienceName: SQL = sql`coalesce(a.word,
  (select n.name from programs n where n.institution_id = a.institution_id and n.id = a.program_id),
  (select n.name from classes n where n.institution_id = a.institution_id and n.id = a.class_id),
  (select n.name from batches n where n.institution_id = a.institution_id and n.id = a.batch_id),
  (select n.name from student_categories n where n.institution_id = a.institution_id and n.id = a.category_id),
  (select n.label from custom_field_options n where n.institution_id = a.institution_id and n.id = a.option_id),
  (select n.surname || ', ' || n.first_name from students n where n.institution_id = a.institution_id and n.id = a.student_id))`;
