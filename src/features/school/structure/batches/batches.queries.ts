import { and, asc, eq, ilike, inArray, isNotNull, isNull, or, sql, ne, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, render, query, hasKey, pick } from '#kernel/database.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { literally } from '#kernel/searchable.ts';
import { seatedIn } from './create-batch.ts';
import { academicSessions, batches, classes, programs } from '../structure.schema.ts';
import { after, pageOf } from '../view.ts';
import { bounded, type BoundedList } from '#kernel/database/bounded.ts';
import { choicesShown, type Choices, type Choice as Chosen } from '#kernel/choices.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { LastChange, OfferingRow } from './undo-offerings.ts';
import type { Choice, Can, InstitutionChoice } from '../structure.pages.ts';

export const BatchFilter = z.object({
  institution_id: queryParam(id),
  academic_session: queryParam(id),
  q: z.string().trim().max(100).optional(),
  class: queryParam(id),
  program: queryParam(id),
  state: queryParam(z.enum(['open', 'closed'])),
  after,
});

export type BatchFilter = z.infer<typeof BatchFilter>;

const columns = {
  ...pick(batches, 'id', 'institutionId', 'name', 'arm', 'capacity', 'closedAt', 'classId'),
  class: classes.name,
  programId: programs.id,
  program: programs.name,
  sessionId: batches.sessionId,
  session: academicSessions.name,
  sessionIsCurrent: academicSessions.isCurrent,
  sessionClosedAt: academicSessions.closedAt,
};

const selectBatches = <More extends object>(db: Db, more: More) =>
  db
    .select({ ...columns, ...more } as typeof columns & More)
    .from(batches)
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .innerJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
    .innerJoin(programs, hasKey(programs, classes.institutionId, classes.programId));

const order = [
  asc(batches.institutionId),
  asc(programs.name),
  asc(classes.position),
  asc(batches.name),
  asc(batches.id),
] as const;

/** The number of students in each batch; null without access to students. */
const fill = (actor: Actor) =>
  sql<
    number | null
  >`case when ${inArray(batches.institutionId, institutionsWhere(actor, 'students.view'))} then ${seatedIn(batches)} end`;

const ownEmployeeIds = (actor: Actor) => sql.param(actor.institutions.flatMap(({ employeeIds }) => employeeIds));

/** What decides where a batch leads the reader: its class teacher, a teacher of a course there, or neither. */
const relationTo = (actor: Actor) => ({
  isLed: sql<boolean>`exists (select from batch_teachers t where (t.institution_id, t.batch_id) = (${batches.institutionId}, ${batches.id})
    and t.employee_id = any (${ownEmployeeIds(actor)}::bigint[]))`,
  isTaught: sql<boolean>`exists (select from course_offerings o where (o.institution_id, o.batch_id) = (${batches.institutionId}, ${batches.id})
    and o.employee_id = any (${ownEmployeeIds(actor)}::bigint[]))`,
  hasElectives: sql<boolean>`exists (select from course_offerings o join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
    where (o.institution_id, o.batch_id) = (${batches.institutionId}, ${batches.id}) and c.elective_group is not null)`,
});

/** Batches of the session in view, else of the current sessions, in the order of the classes. */
export const listBatches = (db: Db, actor: Actor, filter: BatchFilter) => {
  const pattern = filter.q && `%${literally(filter.q)}%`;
  const found = selectBatches(db, {
    students: fill(actor),
    courses: sql<number>`(select count(*) from course_offerings o where o.institution_id = ${batches.institutionId} and o.batch_id = ${batches.id})`,
    teachers: sql<
      string | null
    >`(select string_agg(e.surname || ', ' || e.first_name, '; ' order by e.surname, e.first_name)
      from batch_teachers t join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id)
      where t.institution_id = ${batches.institutionId} and t.batch_id = ${batches.id})`,
  })
    .where(
      and(
        inArray(batches.institutionId, institutionsInView(actor, filter.institution_id, 'structure.view')),
        filter.academic_session ? eq(batches.sessionId, filter.academic_session) : eq(academicSessions.isCurrent, true),
        filter.class ? eq(batches.classId, filter.class) : undefined,
        filter.program ? eq(programs.id, filter.program) : undefined,
        filter.state === 'open' ? and(isNull(batches.closedAt), isNull(academicSessions.closedAt)) : undefined,
        filter.state === 'closed' ? or(isNotNull(batches.closedAt), isNotNull(academicSessions.closedAt)) : undefined,
        pattern ? ilike(batches.name, pattern) : undefined,
      ),
    )
    .orderBy(...order);
  return pageOf(found, filter.after);
};

export type BatchRow = Awaited<ReturnType<typeof listBatches>>['rows'][number];

/** Batches of the current sessions whose name contains the text: first the one that is called so. */
export const findNamed = (db: Db, actor: Actor, q: string) =>
  bounded(choicesShown, (limit) =>
    selectBatches(db, relationTo(actor))
      .where(
        and(
          inArray(batches.institutionId, institutionsWhere(actor, 'structure.view')),
          eq(academicSessions.isCurrent, true),
          ilike(batches.name, `%${literally(q)}%`),
        ),
      )
      .orderBy(sql`lower(${batches.name}) <> lower(${q})`, ...order)
      .limit(limit),
  );

/** One batch, or undefined if the actor cannot see it. */
export const findBatch = async (db: Db, actor: Actor, batchId: number) => {
  const [row] = await selectBatches(db, { students: fill(actor), ...relationTo(actor) }).where(
    and(inArray(batches.institutionId, institutionsWhere(actor, 'structure.view')), eq(batches.id, batchId)),
  );
  return row;
};

export type BatchRecord = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** The name of a batch, or undefined if the actor cannot see it. */
export const findBatchName = async (db: Db, actor: Actor, batchId: number) => {
  const [row] = await db
    .select({ name: batches.name })
    .from(batches)
    .where(
      and(
        inArray(batches.institutionId, institutionsWhere(actor, 'structure.view', 'students.assignBatch')),
        eq(batches.id, batchId),
      ),
    );
  return row?.name;
};

/** The most options for a native select; beyond that the field searches. */
const siblingsShown = 60;

const siblings = (db: Db, actor: Actor, batchId: number, limit: number, found?: SQL) =>
  query<{ id: number; name: string; session: string; courses: number }>(db, render)`
    with others as materialized (
      select b.institution_id, b.id, b.name, b.session_id
      from batches me join batches b on b.institution_id = me.institution_id and b.class_id = me.class_id and b.id <> me.id
      where ${inArray(sql`me.institution_id`, institutionsWhere(actor, 'structure.view'))} and me.id = ${batchId})
    select b.id, b.name, a.name as session,
      (select count(*) from course_offerings o where o.institution_id = b.institution_id and o.batch_id = b.id) as courses
    from others b
    join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
    where exists (select from course_offerings o where o.institution_id = b.institution_id and o.batch_id = b.id)
      and ${found ?? sql`true`}
    order by a.starts_on desc, b.name, b.id limit ${limit}`;

/** Other batches of the same class with courses to copy, latest session first. */
export const siblingsOf = (db: Db, actor: Actor, batchId: number) =>
  bounded(siblingsShown, (limit) => siblings(db, actor, batchId, limit));

/** The same, with a name or session that contains the typed text. */
export async function siblingChoices(db: Db, { actor, q, except }: Choosing): Promise<Choices> {
  const found = sql`b.name || ' ' || a.name ilike ${`%${literally(q)}%`}`;
  const { rows, isMore } = await bounded(choicesShown, async (limit) =>
    except === undefined ? [] : siblings(db, actor, except, limit, found),
  );
  return {
    choices: rows.map((row) => ({ value: String(row.id), label: row.name, hint: row.session })),
    isMore,
  };
}

/** The other open batches of the same class and session. Unlimited: a class has few, and the form changes them. */
export const armsBeside = (
  db: Db,
  { institutionId, id, classId, sessionId }: Pick<BatchRecord, 'institutionId' | 'id' | 'classId' | 'sessionId'>,
) =>
  db
    .select({ id: batches.id, name: batches.name })
    .from(batches)
    .where(
      and(
        eq(batches.institutionId, institutionId),
        eq(batches.classId, classId),
        eq(batches.sessionId, sessionId),
        ne(batches.id, id),
        isNull(batches.closedAt),
      ),
    )
    .orderBy(asc(batches.name), asc(batches.id));

interface SessionChoice extends Choice {
  isCurrent: boolean;
}

export const batchList = page<{
  rows: BatchRow[];
  next: string | null;
  filter: Omit<BatchFilter, 'after'>;
  sessions: SessionChoice[];
  /** The session shown: the requested one, else the current one if there is only one. */
  sessionId: number | null;
  classes: Choice[];
  programs: Choice[];
  /** There are more: the filter searches for them. */
  moreClasses: boolean;
  can: Can;
}>('structure/batch-list');

export interface BatchAct {
  label: string;
  href: string;
  /** A file. */
  external?: boolean;
}

export interface BatchPageProps {
  batch: BatchRecord;
  teachers: { id: number; surname: string; firstName: string; hasLeft: boolean }[];
  offerings: OfferingRow[];
  /** Of the courses, while it can be undone. */
  lastChange: LastChange | null;
  siblings: BoundedList<{ id: number; name: string; session: string; courses: number }>;
  can: Can;
  /** Where it leads, for the reader. */
  acts: BatchAct[];
  /** Some of them, or all. */
  seesStudents: boolean;
}

export const batchPage = page<BatchPageProps>('structure/batch');

export interface BatchFormProps extends InstitutionChoice {
  batch:
    | (Pick<BatchRecord, 'id' | 'classId' | 'sessionId' | 'arm' | 'name' | 'capacity'> & { teacherIds: number[] })
    | null;
  sessions: SessionChoice[];
  classes: { id: number; name: string; program: string }[];
  /** Existing arms, to suggest the next one. */
  taken: { classId: number; sessionId: number; arm: string }[];
  moreClasses: boolean;
  /** Its class teachers. */
  teachers: Chosen[];
}

export const batchForm = page<BatchFormProps>('structure/batch-form');

export const batchCourses = page<{
  batch: BatchRecord;
  opened: OpenedValues;
  courses: {
    id: number;
    code: string;
    title: string;
    electiveGroup: string | null;
    offered: boolean;
    teacher: Chosen | null;
    /** The place of the term in which it is taught; null: every term. */
    termPosition: number | null;
  }[];
  /** Of the session. */
  terms: { position: number; name: string }[];
  /** The other open batches of the class in the session. */
  arms: Choice[];
  /** There are more courses to add. */
  isMore: boolean;
}>('structure/batch-courses');

export interface MakeBatchesProps extends InstitutionChoice {
  sessions: SessionChoice[];
  sessionId: number | null;
  fromSessionId: number | null;
  /** The batches to add; existing ones are not changed. */
  plan: { id: number; name: string; class: string; capacity: number; exists: boolean }[];
}

export const makeBatchesPage = page<MakeBatchesProps>('structure/make-batches');
