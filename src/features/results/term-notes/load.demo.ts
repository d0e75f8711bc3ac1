import { systemActor } from '#kernel/actor.ts';
import type { DemoStep } from '#web/feature.ts';
import { addUsualRemarks } from './bank/remarks.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';
import { sheetMembers } from '#features/results/assessment/sheets/members.ts';

const ofBoth: DemoStep['load'] = async (tx, { school, college }) => {
  for (const { id } of [school, college]) await insertNotes(tx, id);
};

/** Each time after marks, before results are published. */
export const steps: DemoStep[] = [
  {
    place: 115.5,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await addUsualRemarks(tx, systemActor(id, 'Demonstration'), id);
    },
  },
  { place: 116.5, isHistory: true, load: ofBoth },
  { place: 118.5, load: ofBoth },
];

/** Attendance, traits and remarks of the bank, for the sheets whose marks are in. */
async function insertNotes(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`insert into sheet_notes (institution_id, sheet_id, times_opened)
    select institution_id, id, 112 + (id % 5) * 2 from mark_sheets
    where institution_id = ${institutionId} and state <> 'open' on conflict do nothing`);
  await tx.execute(sql`
    with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.state <> 'open'`)}
    insert into term_notes (institution_id, student_id, term_id, notes)
    select m.institution_id, m.student_id, m.term_id,
      jsonb_build_object('present', (n.times_opened - floor(12 * ${chanceIn('m.student_id', 'm.term_id', "'absent'")} ^ 3))::text)
      || coalesce((select jsonb_object_agg('trait:' || (x ->> 'key'), substr('AABBBCCD',
          1 + floor(8 * (0.6 * ${chanceIn('m.student_id', "'able'")} + 0.4 * ${chanceIn('m.student_id', 'm.term_id', "x ->> 'key'")}))::int, 1))
        from (select v.content from mark_sheet_courses k join assessment_scheme_versions v
            on (v.institution_id, v.scheme_id, v.version) = (k.institution_id, k.scheme_id, k.scheme_version)
          where (k.institution_id, k.sheet_id) = (m.institution_id, m.sheet_id) limit 1) v
        cross join jsonb_array_elements(v.content -> 'traits') x), '{}')
    from member m join sheet_notes n on (n.institution_id, n.sheet_id) = (m.institution_id, m.sheet_id)
    on conflict do nothing`);
  await tx.execute(sql`
    with result as (
      select m.student_id, m.term_id, avg(t.total) as average from marks m
      cross join lateral (select coalesce(sum(x.value::int), 0) as total from jsonb_each_text(m.entries) x
        where x.value ~ '^[0-9]+$') t
      where m.institution_id = ${institutionId} group by m.student_id, m.term_id)
    update term_notes n set notes = n.notes || (
      select jsonb_object_agg(w.writer, replace(r.remark, '{first_name}', p.first_name))
      from (values ('teacher'), ('principal')) w (writer)
      cross join lateral (select b.remark from remark_bank b
        where b.institution_id = n.institution_id and b.writer = w.writer
          and a.average >= b.from_average and a.average < b.to_average
        order by hashtext(b.remark || n.student_id) limit 1) r)
    from result a, students p
    where n.institution_id = ${institutionId} and not n.notes ? 'teacher' and (a.student_id, a.term_id) = (n.student_id, n.term_id)
      and (p.institution_id, p.id) = (n.institution_id, n.student_id)`);
}
