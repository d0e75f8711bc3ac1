import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import type { Component, Entries } from '#features/results/assessment/compute/types.ts';
import { rulesOfSheet, type CorrectedSheet } from './late-results.ts';

export const FormCourse = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
});
export type FormCourse = z.infer<typeof FormCourse>;

const FormRow = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  entries: z.custom<Entries>(),
});
type FormRow = z.infer<typeof FormRow>;

export interface CorrectionForm {
  courses: FormCourse[];
  course: (FormCourse & { components: Component[]; step: number }) | null;
  rows: FormRow[];
}

/** The published marks of a sheet in one of its courses: the first one, unless another is asked for. */
export async function correctionForm(
  db: Db,
  sheet: CorrectedSheet,
  wanted: number | undefined,
): Promise<CorrectionForm> {
  const rules = await rulesOfSheet(db, sheet);
  const courses = (await publishedCourses(db, sheet)).filter(({ id }) => rules.courses.has(id));
  const course = courses.find(({ id }) => id === wanted) ?? courses[0];
  if (!course) return { courses, course: null, rows: [] };
  const { components, step } = rules.courses.get(course.id)!.scheme;
  return {
    courses,
    course: { ...course, components, step },
    rows: await query(
      db,
      sql`select s.id::bigint as id, s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name,
        s.admission_number as number, c.entries
      from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
      cross join lateral (select c.value -> 'entries' as entries from jsonb_array_elements(r.content -> 'courses') c
        where (c.value ->> 'id')::bigint = ${course.id}) c
      where ${isOfSheet(sheet)} order by s.sort_name, s.id`,
      FormRow,
    ),
  };
}

const isOfSheet = ({ institutionId, termId, batchId }: CorrectedSheet) =>
  sql`r.institution_id = ${institutionId} and r.term_id = ${termId} and r.batch_id = ${batchId} and r.replaced_at is null`;

/** As they were called when they were published. */
const publishedCourses = (db: Db, sheet: CorrectedSheet): Promise<FormCourse[]> =>
  query(
    db,
    sql`select distinct on (c.title, c.id) c.id, c.code, c.title from published_results r
    cross join lateral jsonb_to_recordset(r.content -> 'courses') as c (id bigint, code text, title text)
    where ${isOfSheet(sheet)} order by c.title, c.id`,
    FormCourse,
  );
