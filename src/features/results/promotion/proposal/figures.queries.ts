import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { reaches, fromText } from '#features/results/assessment/compute/fraction.ts';
import { pinnedCourses, placeKey } from '#features/results/results/term-results/pinned-courses.queries.ts';
import { type RecordFigures, cgpaAfter, recordsWithPast } from '#features/results/results/record/record-figures.ts';
import type { Figures, FiguredCourse } from './propose.ts';

interface PublishedTerm {
  studentId: number;
  termId: number;
  batchId: number;
  position: number;
  system: Figures['system'];
  isLowBest: boolean;
  gpaForm: Figures['gpaForm'];
  average: string | null;
  courses: FiguredCourse[];
  opened: number | null;
  present: number | null;
}

interface SessionOfStudents {
  institutionId: number;
  sessionId: number;
  studentIds: readonly number[];
}

/**
 * What the published results of a session say of students, by student. Where results are averages the last term has
 * everything, with its cumulative; semesters have courses of their own, of which the last attempt counts. Attendance is
 * of all terms, and read only where a rule asks for it.
 */
export async function figuresOf(
  db: Db,
  asked: SessionOfStudents,
  { lastPosition, asksAttendance }: { lastPosition: number | null; asksAttendance: boolean },
) {
  const { institutionId, studentIds } = asked;
  if (studentIds.length === 0) return new Map<number, Figures>();
  const lasts = await query<PublishedTerm>(db, publishedTerms(asked, 'last'));
  const further = lasts.filter(({ system }) => system === 'gpa' || asksAttendance).map(({ studentId }) => studentId);
  const all =
    further.length > 0 ? await query<PublishedTerm>(db, publishedTerms({ ...asked, studentIds: further }, 'all')) : [];
  const records = await recordsWithPast(
    db,
    institutionId,
    lasts.filter(({ system }) => system === 'gpa').map(({ studentId }) => studentId),
  );
  const passedBy = await passesOf(db, institutionId, all.length > 0 ? all : lasts);
  const termsOf = Map.groupBy(all, ({ studentId }) => studentId);
  const owing = await query<{ id: number }>(db)`
    select student_id::bigint as id from invoices where institution_id = ${institutionId} and cancelled_at is null
      group by student_id having sum(open) > 0`;
  const owes = new Set(owing.map(({ id }) => id));
  return new Map(
    lasts.map((last): [number, Figures] => {
      const terms = termsOf.get(last.studentId) ?? [last];
      const courses = new Map(
        (last.system === 'gpa' ? terms : [last]).flatMap((term) =>
          term.courses.map((course) => [course[0], passedBy(term, course)]),
        ),
      );
      return [
        last.studentId,
        {
          system: last.system,
          isLowBest: last.isLowBest,
          hasLastTerm: last.position === lastPosition,
          gpaForm: last.gpaForm,
          average: cgpaInRecord(records.get(last.studentId), last) ?? last.average,
          courses: [...courses.values()],
          attendance: attendanceIn(terms),
          owesFees: owes.has(last.studentId),
        },
      ];
    }),
  );
}

/**
 * A course is judged by the mark that is printed: where that is the cumulative, by it and the pass mark of the scheme that
 * the sheet was opened with.
 */
async function passesOf(db: Db, institutionId: number, terms: readonly PublishedTerm[]) {
  const places = [...new Set(terms.map(({ termId, batchId }) => placeKey(termId, batchId)))].map((key) =>
    key.split(' ').map(Number),
  );
  const pinned = await pinnedCourses(
    db,
    institutionId,
    sql`(s.term_id, s.batch_id) in (select * from unnest(${sql.param(places.map(([term]) => term))}::bigint[],
      ${sql.param(places.map(([, batch]) => batch))}::bigint[]))`,
  );
  const passMarks = new Map(
    [...pinned].flatMap(([place, courses]) =>
      courses.map(({ id, scheme }) => [`${place} ${id}`, scheme.passMark] as const),
    ),
  );
  return ({ termId, batchId }: PublishedTerm, [id, title, mark, passed]: FiguredCourse): FiguredCourse => {
    const passMark = passMarks.get(`${placeKey(termId, batchId)} ${id}`);
    const isJudged = mark !== null && passMark !== undefined;
    return [id, title, mark, isJudged ? reaches(fromText(mark), passMark) : passed];
  };
}

/** With results that were imported after the card, as the record and the transcript say it. */
const cgpaInRecord = (record: RecordFigures | undefined, { termId }: PublishedTerm) =>
  record ? cgpaAfter(record, termId) : null;

/** Of the terms in which it was counted, as the report cards say. */
function attendanceIn(terms: PublishedTerm[]): string | null {
  const counted = terms.filter(({ opened, present }) => opened !== null && present !== null);
  const sum = (of: 'opened' | 'present') => counted.reduce((total, term) => total + term[of]!, 0);
  return sum('opened') > 0 ? `${100 * sum('present')}/${sum('opened')}` : null;
}

/**
 * Terms of students in their order, or the last one of each. Exempt courses count nowhere. The content of a result is
 * unpacked once. All students are one condition: one by one, without statistics, each would be a walk through all results.
 */
const publishedTerms = ({ institutionId, sessionId, studentIds }: SessionOfStudents, which: 'all' | 'last') => sql`
  select r.student_id::bigint as "studentId", r.term_id::bigint as "termId",
    r.batch_id::bigint as "batchId", r.position, case c.layout when 'college' then 'gpa' else 'average' end as system,
    coalesce(c.rule ->> 'best' = 'low', false) as "isLowBest", c.rule ->> 'gpaForm' as "gpaForm",
    case c.layout when 'college' then c.summary #>> '{cgpa,value}'
      else coalesce(c.summary ->> 'cumulative', c.summary ->> 'average') end as average,
    (select coalesce(json_agg(json_build_array(x.id, x.title, coalesce(x.cumulative, x.total), x.passed)), '[]')
      from jsonb_to_recordset(c.courses)
        as x (id bigint, title text, total text, cumulative text, passed boolean, status text)
      where x.status <> 'exempt') as courses,
    (c.attendance ->> 'opened')::int as opened, (c.attendance ->> 'present')::int as present
  from (
    select ${which === 'last' ? sql`distinct on (p.student_id)` : sql``} p.student_id, p.term_id, p.batch_id, t.position, p.content
    from published_results p join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
    where p.institution_id = ${institutionId} and p.student_id = any (${sql.param([...studentIds])}::bigint[])
      and p.replaced_at is null and t.session_id = ${sessionId}
    order by p.student_id, t.position ${which === 'last' ? sql`desc` : sql``} offset 0) r
  cross join lateral jsonb_to_record(r.content) as c (layout text, summary jsonb, courses jsonb, attendance jsonb, rule jsonb)
  order by r.student_id, r.position`;
