import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';

interface Named {
  id: number;
  name: string;
}

/** What the form of a fee offers. */
export interface FeeChoices {
  categories: Named[];
  sessions: (Named & {
    isCurrent: boolean;
    startsOn: string;
    terms: (Named & { isCurrent: boolean; startsOn: string })[];
  })[];
  programs: Named[];
  classes: (Named & { program: string })[];
  batches: (Named & { sessionId: number })[];
  studentCategories: Named[];
  /** Options of the students’ custom fields that everybody can see. */
  options: (Named & { field: string })[];
  schemes: Named[];
}

export async function feeChoices(db: Db, institutionId: number): Promise<FeeChoices> {
  const named = (rows: ReturnType<typeof sql>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(r) - 'o'), '[]') from (${rows}) r)`;
  const own = sql`institution_id = ${institutionId}`;
  const rows = await query<FeeChoices>(
    db,
    render(sql`select
    ${named(sql`select id, name from fee_categories where ${own} and archived_at is null order by id`)} as categories,
    ${named(sql`select s.id, s.name, s.is_current as "isCurrent", s.starts_on as "startsOn",
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'isCurrent', t.is_current,
          'startsOn', t.starts_on) order by t.position), '[]')
        from terms t where t.institution_id = s.institution_id and t.session_id = s.id) as terms
      from academic_sessions s where s.${own} and s.closed_at is null order by s.starts_on desc`)} as sessions,
    ${named(sql`select id, name from programs where ${own} and retired_at is null order by name, id`)} as programs,
    ${named(sql`select c.id, c.name, p.name as program from classes c
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      where c.${own} order by p.name, p.id, c.position, c.id`)} as classes,
    ${named(sql`select b.id, b.name, b.session_id as "sessionId" from batches b
      join academic_sessions s on (s.institution_id, s.id) = (b.institution_id, b.session_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      where b.${own} and s.closed_at is null order by c.program_id, c.position, b.name, b.id`)} as batches,
    ${named(sql`select id, name from student_categories where ${own} order by name`)} as "studentCategories",
    ${named(sql`select o.id, o.label as name, f.label as field from custom_field_options o
      join custom_fields f on (f.institution_id, f.id) = (o.institution_id, o.field_id)
      where o.${own} and f.entity = 'student' and f.field_group = 'general' and f.retired_at is null
        and o.retired_at is null order by f.position, f.id, o.position, o.id`)} as options,
    ${named(sql`select id, name from discount_schemes where ${own} and archived_at is null order by name, id`)} as schemes`),
  );
  return rows[0]!;
}
