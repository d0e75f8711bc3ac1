import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { DiscountGroup } from '../fees.ts';

export interface SchemeDetails {
  id: number;
  institutionId: number;
  name: string;
  percent: number | null;
  amount: number | null;
  who: DiscountGroup;
  childFrom: number | null;
  studentCategoryId: number | null;
  studentCategory: string | null;
  feeCategoryId: number | null;
  feeCategory: string | null;
  isScholarship: boolean;
  isArchived: boolean;
  /** Open fees that apply it. */
  fees: { id: number; title: string }[];
  named: { studentId: number; name: string; number: string; until: string | null; note: string | null }[];
}

export async function findScheme(db: Db, actor: Actor, schemeId: number): Promise<SchemeDetails> {
  const rows = await query<SchemeDetails>(
    db,
    render(sql`
    select d.id, d.institution_id as "institutionId", d.name, d.percent, d.amount, d.who, d.child_from as "childFrom",
      d.student_category_id as "studentCategoryId", k.name as "studentCategory", d.fee_category_id as "feeCategoryId",
      c.name as "feeCategory", d.is_scholarship as "isScholarship", d.archived_at is not null as "isArchived",
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title) order by f.id desc), '[]')
        from fee_discounts x join fees f on (f.institution_id, f.id) = (x.institution_id, x.fee_id)
        where x.institution_id = d.institution_id and x.scheme_id = d.id and f.ended_at is null) as fees,
      (select coalesce(jsonb_agg(jsonb_build_object('studentId', s.id, 'name', s.surname || ', ' || s.first_name,
          'number', s.admission_number, 'until', n.until, 'note', n.note) order by s.sort_name, s.id), '[]')
        from discount_students n join students s on (s.institution_id, s.id) = (n.institution_id, n.student_id)
        where n.institution_id = d.institution_id and n.scheme_id = d.id) as named
    from discount_schemes d
    left join student_categories k on k.institution_id = d.institution_id and k.id = d.student_category_id
    left join fee_categories c on c.institution_id = d.institution_id and c.id = d.fee_category_id
    where d.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and d.id = ${schemeId}`),
  );
  if (!rows[0]) throw new NotFound('discount');
  return rows[0];
}

export async function lockScheme(tx: Tx, actor: Actor, schemeId: number): Promise<SchemeDetails> {
  await tx.execute(sql`select 1 from discount_schemes
    where institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and id = ${schemeId}
    for no key update`);
  return findScheme(tx, actor, schemeId);
}

/** The categories that the form of a scheme offers. */
export async function schemeChoices(db: Db, institutionId: number) {
  const rows = await query<Record<'feeCategories' | 'studentCategories', { id: number; name: string }[]>>(
    db,
    render(sql`
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id), '[]') from fee_categories
        where institution_id = ${institutionId} and archived_at is null) as "feeCategories",
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]')
        from student_categories where institution_id = ${institutionId}) as "studentCategories"`),
  );
  return rows[0]!;
}
