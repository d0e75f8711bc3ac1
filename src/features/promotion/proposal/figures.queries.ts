import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Figures, FiguredCourse } from './propose.ts';

interface PublishedTerm {
  studentId: number;
  position: number;
  system: Figures['system'];
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
 * everything, with its cumulative; semesters have courses of their own, of which the last attempt counts.
 */
export async function figuresOf(db: Db, asked: SessionOfStudents, lastPosition: number | null) {
  const { institutionId, studentIds } = asked;
  if (studentIds.length === 0) return new Map<number, Figures>();
  const rows = await rowsOf<PublishedTerm>(db, publishedTerms(asked));
  const owing = await rowsOf<{ id: number }>(
    db,
    sql`select student_id::int as id from invoices where institution_id = ${institutionId} and cancelled_at is null
      group by student_id having sum(total - credited - settled) > 0`,
  );
  const owes = new Set(owing.map(({ id }) => id));
  return new Map(
    [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([studentId, terms]): [number, Figures] => {
      const last = terms.at(-1)!;
      const courses = new Map(
        (last.system === 'gpa' ? terms : [last]).flatMap((term) => term.courses.map((course) => [course[0], course])),
      );
      return [
        studentId,
        {
          ...{ system: last.system, average: last.average, hasLastTerm: last.position === lastPosition },
          ...{ courses: [...courses.values()], attendance: attendanceIn(terms), owesFees: owes.has(studentId) },
        },
      ];
    }),
  );
}

/** Of the terms in which it was counted, as the report cards say. */
function attendanceIn(terms: PublishedTerm[]): string | null {
  const counted = terms.filter(({ opened, present }) => opened !== null && present !== null);
  const sum = (of: 'opened' | 'present') => counted.reduce((total, term) => total + term[of]!, 0);
  return sum('opened') > 0 ? `${100 * sum('present')}/${sum('opened')}` : null;
}

/** By student and term, in order. Exempt courses count nowhere; the others of earlier terms matter in semesters alone. */
const publishedTerms = ({ institutionId, sessionId, studentIds }: SessionOfStudents) => sql`
  select r.student_id::int as "studentId", r.position, r.system, r.average,
    (r.content #>> '{attendance,opened}')::int as opened, (r.content #>> '{attendance,present}')::int as present,
    case when r.system = 'gpa' or r.at = 1 then
      (select coalesce(json_agg(json_build_array(c.id, c.title, coalesce(c.cumulative, c.total), c.passed)), '[]')
        from jsonb_to_recordset(r.content -> 'courses')
          as c (id bigint, title text, total text, cumulative text, passed boolean, status text)
        where c.status <> 'exempt')
      else '[]' end as courses
  from (select p.student_id, t.position, p.content,
      case p.content ->> 'layout' when 'college' then 'gpa' else 'average' end as system,
      case p.content ->> 'layout' when 'college' then p.content #>> '{summary,cgpa,value}'
        else coalesce(p.content #>> '{summary,cumulative}', p.content #>> '{summary,average}') end as average,
      row_number() over (partition by p.student_id order by t.position desc) as at
    from unnest(${sql.param([...studentIds])}::bigint[]) u (id)
    cross join lateral (select * from published_results p
      where (p.institution_id, p.student_id) = (${institutionId}, u.id) and p.replaced_at is null offset 0) p
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id) and t.session_id = ${sessionId}) r
  order by r.student_id, r.position`;
