import { sql } from 'drizzle-orm';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { applicationName } from '../application-name.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';
import { undecided } from '../admissions.ts';
import { inStates } from '../states.queries.ts';
import type { IntakeTest } from '../intake-form.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { pageRows } from './exam-constants.ts';

/** The marks of an intake as a file, which can be filled in and uploaded again. */
export function exportMarks(actor: Actor, exam: Examination): ExportedTable {
  allow(actor, 'admissions.review', exam.institutionId);
  const markIn = (key: string) => sql`(select coalesce(trim_scale(x.mark)::text, 'absent') from exam_scores x
    where x.institution_id = a.institution_id and x.application_id = a.id and x.test = ${key})`;
  return {
    title: 'Marks',
    counted: (rows) => `marks of ${rows} ${rows === 1 ? 'applicant' : 'applicants'}`,
    action: 'admissions.exportMarks',
    filter: { intake: exam.id },
    institutionIds: [exam.institutionId],
    columns: [
      { header: 'Number', kind: 'text', width: 18 },
      { header: 'Name', kind: 'text', width: 30 },
      ...exam.tests.map(({ label }) => ({ header: label, kind: 'text' as const, width: 14 })),
      { header: 'Interview', kind: 'text', width: 12 },
    ],
    rows: sql`select a.institution_id as "institutionId", ${cellsOf([
      sql`a.number`,
      applicationName,
      ...exam.tests.map(({ key }) => markIn(key)),
      sql`trim_scale(a.interview)::text`,
    ])} from applications a where a.institution_id = ${exam.institutionId} and a.intake_id = ${exam.id}
      and a.status <> 'draft' order by a.number, a.id`,
  };
}

export interface Sitting {
  id: number;
  startsAt: string;
  venue: string;
  seats: number;
  note: string | null;
  taken: number;
  invited: number;
  isPast: boolean;
}

export interface Examination {
  id: number;
  institutionId: number;
  name: string;
  tests: IntakeTest[];
  cutoff: number | null;
  sittings: Sitting[];
  /** Applicants who are not decided and have no seat. */
  unseated: number;
  /** Applicants with a mark, and all who are not decided. */
  marked: number;
  undecided: number;
}

/** The entrance examination of an intake; NotFound for people who can't see it. */
export async function findExamination(db: Db, actor: Actor, intakeId: number): Promise<Examination> {
  const own = sql`a.institution_id = i.institution_id and a.intake_id = i.id`;
  const rows = await query<Examination>(db, render)`
    select i.id, i.institution_id as "institutionId", p.name || ', ' || y.name as name, i.tests, i.cutoff::float as cutoff,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'startsAt', s.starts_at, 'venue', s.venue, 'seats', s.seats,
          'note', s.note, 'isPast', s.starts_at < now(), 'taken', coalesce(t.taken, 0), 'invited', coalesce(t.invited, 0))
          order by s.starts_at, s.id), '[]')
        from exam_sittings s left join lateral (select count(*) as taken, count(e.invited_at) as invited
          from exam_seats e where (e.institution_id, e.sitting_id) = (s.institution_id, s.id)) t on true
        where (s.institution_id, s.intake_id) = (i.institution_id, i.id)) as sittings,
      (select count(*)::int from applications a where ${own} and a.status in ${inStates(undecided)}) as undecided,
      (select count(*)::int from applications a where ${own} and a.status in ${inStates(undecided)} and not exists (
        select from exam_seats e where (e.institution_id, e.application_id) = (a.institution_id, a.id))) as unseated,
      (select count(*)::int from applications a where ${own} and a.score is not null) as marked
    from intakes i join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    where i.institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[]) and i.id = ${intakeId}`;
  return orNotFound(rows[0], 'intake');
}

/** A mark as the grid shows it: null is not entered. */
export type Mark = number | 'absent' | null;

export interface MarksRow {
  id: number;
  number: string;
  name: string;
  seat: string | null;
  /** By the key of the test. */
  marks: Record<string, Mark>;
  interview: number | null;
  score: number | null;
}

/** The applicants of an intake, or of one sitting. */
const inGrid = ({ institutionId, id }: Examination, sittingId: number | null) => sql`applications a
  left join exam_seats e on (e.institution_id, e.application_id) = (a.institution_id, a.id)
  where a.institution_id = ${institutionId} and a.intake_id = ${id} and a.status <> 'draft'
    and (${sittingId}::bigint is null or e.sitting_id = ${sittingId}::bigint)`;

/** The applicants behind another one, by name or in the order of the seats, with their marks. */
export const marksOf = (db: Db, exam: Examination, sittingId: number | null, after: number | null) =>
  bounded(
    pageRows,
    (limit) =>
      query<MarksRow & Record<string, unknown>>(db)`
      select a.id, a.number, ${applicationName} as name,
        (select s.venue || ' ' || e.seat from exam_sittings s
          where (s.institution_id, s.id) = (e.institution_id, e.sitting_id)) as seat,
        a.interview::float as interview, a.score::float as score,
        (select coalesce(jsonb_object_agg(x.test, case when x.mark is null then '"absent"' else to_jsonb(x.mark) end), '{}')
          from exam_scores x where (x.institution_id, x.application_id) = (a.institution_id, a.id)) as marks
      from ${inGrid(exam, sittingId)} ${after === null ? sql`` : isAfter(exam, sittingId, after)}
      order by ${sittingId ? sql`e.seat` : sql`a.sort_name, a.id`} limit ${limit}`,
  );

const isAfter = ({ institutionId }: Examination, sittingId: number | null, after: number) =>
  sittingId
    ? sql`and e.seat > (select k.seat from exam_seats k where k.institution_id = ${institutionId} and k.application_id = ${after})`
    : sql`and (a.sort_name, a.id) > (select k.sort_name, k.id from applications k
        where k.institution_id = ${institutionId} and k.id = ${after})`;

/** How many applicants the grid has in all. */
export async function countMarksRows(db: Db, exam: Examination, sittingId: number | null): Promise<number> {
  const [row] = await query<{ count: number }>(db)`select count(*)::int as count from ${inGrid(exam, sittingId)}`;
  return row!.count;
}
