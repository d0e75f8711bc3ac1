import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id, list, optionalDay } from '#kernel/schemas.ts';
import { batchesTerm } from '#features/school/structure/batches/batch-term.ts';

export const OpenSheets = z.object({ termId: id, batchIds: list(id), dueOn: optionalDay });

interface Course {
  batchId: number;
  batch: string;
  /** Null for a batch without courses, and for courses without an examination. */
  courseId: number | null;
  course: string | null;
  schemeId: number | null;
  version: number | null;
}

/**
 * Opens the entry of marks of batches in a term. Each course takes the version of the scheme that applies to it now.
 * Sheets that are there already stay as they are. Returns how many were opened.
 */
export async function openSheets(
  tx: Tx,
  actor: Actor,
  { termId, batchIds, dueOn }: z.output<typeof OpenSheets>,
): Promise<number> {
  const [term] = await query<{
    institutionId: number;
    sessionId: number;
    name: string;
    position: number;
    isClosed: boolean;
  }>(tx)`
    select t.institution_id as "institutionId", t.session_id::bigint as "sessionId", t.name, t.position, y.closed_at is not null as "isClosed"
      from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.view', 'marks.open'))}::int[])
        and t.id = ${termId} for share of y`;
  if (!term) throw new NotFound('term');
  const { institutionId } = term;
  allow(actor, 'marks.open', institutionId);
  if (batchIds.length === 0) throw new ValidationError('batchIds', `Choose the ${batchesTerm(actor, institutionId)}.`);
  if (term.isClosed) throw new ValidationError('termId', 'This session is closed. Its results no longer change.');
  const courses = await coursesOf(tx, term, batchIds);
  refuseUnready(courses, new Set(batchIds), actor, institutionId);
  const made = await query<{ id: number; batchId: number }>(tx)`
    insert into mark_sheets (institution_id, batch_id, term_id, due_on)
      select ${institutionId}, u.id, ${termId}, ${dueOn}::date from unnest(${sql.param([...new Set(batchIds)])}::bigint[]) u (id)
      order by u.id on conflict do nothing returning id::bigint as id, batch_id::bigint as "batchId"`;
  const opened = new Map(made.map((sheet) => [sheet.batchId, sheet.id]));
  const rows = courses
    .filter(({ batchId, courseId }) => courseId !== null && opened.has(batchId))
    .map(({ batchId, courseId, schemeId, version }) => ({
      s: opened.get(batchId),
      c: courseId,
      k: schemeId,
      v: version,
    }));
  await tx.execute(sql`
    insert into mark_sheet_courses (institution_id, sheet_id, course_id, scheme_id, scheme_version)
    select ${institutionId}, n.s, n.c, n.k, n.v
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (s bigint, c bigint, k bigint, v int)`);
  const names = new Map(courses.map(({ batchId, batch }) => [batchId, batch]));
  await recordMany(
    tx,
    actor,
    'marks.open',
    made.map((sheet) => ({
      institutionId,
      summary: `opened the marks of ${names.get(sheet.batchId)} in ${term.name}`,
      subject: { type: 'mark_sheet', id: sheet.id },
      details: { dueOn },
    })),
  );
  return made.length;
}

/** The most specific scheme of the course `c` in the class `l` of the batch `b`. */
export const schemeThere = sql`(select x.scheme_id, s.version from scheme_uses x
      join assessment_schemes s on (s.institution_id, s.id) = (x.institution_id, x.scheme_id)
      where x.institution_id = b.institution_id and (x.program_id is null or x.program_id = l.program_id)
        and (x.class_id is null or x.class_id = l.id) and (x.course_id is null or x.course_id = c.id)
      order by (x.course_id is not null)::int * 4 + (x.class_id is not null)::int * 2 + (x.program_id is not null)::int desc
      limit 1)`;

/** The courses with an examination that these batches are taught in the term, each with the most specific scheme. */
const coursesOf = (
  tx: Tx,
  { institutionId, sessionId, position }: { institutionId: number; sessionId: number; position: number },
  batchIds: number[],
) =>
  query<Course>(tx)`select b.id::bigint as "batchId", b.name as batch, c.id::bigint as "courseId", c.title as course,
      u.scheme_id::bigint as "schemeId", u.version
    from batches b join classes l on (l.institution_id, l.id) = (b.institution_id, b.class_id)
    left join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
      and (o.term_position is null or o.term_position = ${position})
    left join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and not c.no_exam
    left join lateral ${schemeThere} u on true
    where b.institution_id = ${institutionId} and b.session_id = ${sessionId}
      and b.id = any (${sql.param(batchIds)}::bigint[]) order by b.id, c.title`;

function refuseUnready(courses: Course[], wanted: ReadonlySet<number>, actor: Actor, institutionId: number): void {
  const found = new Set(courses.map(({ batchId }) => batchId));
  if (found.size < wanted.size)
    throw new ValidationError('batchIds', `Choose ${batchesTerm(actor, institutionId)} of the term’s session.`);
  const empty = courses.find(({ batchId }) => courses.every((one) => one.batchId !== batchId || one.courseId === null));
  if (empty)
    throw new ValidationError(
      'batchIds',
      `${empty.batch} has no courses with marks in this term. Add its courses first.`,
    );
  const without = courses.find(({ courseId, schemeId }) => courseId !== null && schemeId === null);
  if (without)
    throw new ValidationError(
      'batchIds',
      `No assessment scheme applies to ${without.course} in ${without.batch}. Set one up under Assessment first.`,
    );
}
