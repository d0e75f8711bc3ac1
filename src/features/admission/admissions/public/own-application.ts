import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { academicSessions, classes, programs } from '#features/school/structure/structure.schema.ts';
import { applicationPapers, applications, applicationTasks, intakes } from '../admissions.schema.ts';
import { codeHash, readCode } from '../resume-code.ts';

/** An application by the code in its address. */
export interface OwnKey {
  institutionId: number;
  code: string;
  secret: Buffer;
}

const isOwn = ({ institutionId, code, secret }: OwnKey) =>
  and(
    eq(applications.institutionId, institutionId),
    eq(applications.codeHash, codeHash(secret, institutionId, readCode(code) ?? '')),
  );

const select = (db: Db, key: OwnKey) =>
  db
    .select({
      application: applications,
      intake: intakes,
      program: programs.name,
      session: academicSessions.name,
      className: classes.name,
      ageDay: sql<string>`coalesce(${intakes.ageOn}, ${academicSessions.startsOn})::text`,
      isClosed: sql<boolean>`${intakes.closesAt} <= now()`,
    })
    .from(applications)
    .innerJoin(
      intakes,
      and(eq(intakes.institutionId, applications.institutionId), eq(intakes.id, applications.intakeId)),
    )
    .innerJoin(programs, and(eq(programs.institutionId, intakes.institutionId), eq(programs.id, intakes.programId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, intakes.institutionId), eq(academicSessions.id, intakes.sessionId)),
    )
    .leftJoin(classes, and(eq(classes.institutionId, applications.institutionId), eq(classes.id, applications.classId)))
    .where(and(isOwn(key), isNull(applications.anonymisedAt)));

const papersOf = (db: Db, key: OwnKey) =>
  db
    .select({
      kind: applicationPapers.kind,
      name: applicationPapers.name,
      size: files.size,
      mediaType: files.mediaType,
    })
    .from(applicationPapers)
    .innerJoin(
      applications,
      and(
        eq(applications.institutionId, applicationPapers.institutionId),
        eq(applications.id, applicationPapers.applicationId),
      ),
    )
    .innerJoin(
      files,
      and(eq(files.institutionId, applicationPapers.institutionId), eq(files.id, applicationPapers.fileId)),
    )
    .where(isOwn(key));

const tasksOf = (db: Db, key: OwnKey) =>
  db
    .select({ id: applicationTasks.id, part: applicationTasks.part, message: applicationTasks.message })
    .from(applicationTasks)
    .innerJoin(
      applications,
      and(
        eq(applications.institutionId, applicationTasks.institutionId),
        eq(applications.id, applicationTasks.applicationId),
      ),
    )
    .where(and(isOwn(key), isNull(applicationTasks.doneAt), isNull(applicationTasks.closedAt)))
    .orderBy(asc(applicationTasks.id));

/** Everything the applicant sees of the application; its queries travel together. */
export async function ownApplication(db: Db, key: OwnKey) {
  const [[found], papers, tasks] = await Promise.all([select(db, key), papersOf(db, key), tasksOf(db, key)]);
  if (!found) throw new NotFound('application');
  return { ...found, papers, tasks };
}
export type OwnApplication = Awaited<ReturnType<typeof ownApplication>>;

/** The intake of a draft, or null after it was sent. */
export async function intakeOf(db: Db, key: OwnKey): Promise<number | null> {
  const [found] = await db
    .select({ intakeId: applications.intakeId, status: applications.status })
    .from(applications)
    .where(and(isOwn(key), isNull(applications.anonymisedAt)));
  if (!found) throw new NotFound('application');
  return found.status === 'draft' ? found.intakeId : null;
}

/** An application locked for a change; a draft has no tasks, and only sending it looks at its papers. */
export async function lockOwn(tx: Tx, key: OwnKey, { withPapers = false } = {}): Promise<OwnApplication> {
  const [found] = await select(tx, key).for('no key update', { of: applications });
  if (!found) throw new NotFound('application');
  const papers = withPapers ? await papersOf(tx, key) : [];
  const tasks = found.application.status === 'draft' ? [] : await tasksOf(tx, key);
  return { ...found, papers, tasks };
}

/** Parts that the applicant can change: all of a draft, later those that the school asks for. */
export const isEditable = ({ application, tasks }: OwnApplication, part: string): boolean =>
  application.status === 'draft' || tasks.some((task) => task.part === part);
