import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { academicSessions, batches, classes, courses, programs, terms } from '../structure.schema.ts';
import type { Existing } from './count-plan.ts';

/** What stands in the institution already, and its current session. The caller checked access. */
export async function readExisting(db: Db, institutionId: number) {
  const [[institution], [session], programRows, classRows, arms, codes] = await Promise.all([
    db.select({ kind: institutions.kind }).from(institutions).where(eq(institutions.id, institutionId)),
    db
      .select({
        id: academicSessions.id,
        name: academicSessions.name,
        startsOn: academicSessions.startsOn,
        endsOn: academicSessions.endsOn,
        terms: sql<number>`(select count(*) from ${terms} t where t.institution_id = academic_sessions.institution_id and t.session_id = academic_sessions.id)`,
      })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.isCurrent, true))),
    db
      .select({ id: programs.id, code: programs.code, name: programs.name })
      .from(programs)
      .where(eq(programs.institutionId, institutionId))
      .orderBy(asc(programs.id)),
    db
      .select({ id: classes.id, programId: classes.programId, name: classes.name })
      .from(classes)
      .where(eq(classes.institutionId, institutionId)),
    db
      .select({
        classId: batches.classId,
        arm: batches.arm,
        hasCourses: sql<boolean>`exists (select from course_offerings o where o.institution_id = ${batches.institutionId} and o.batch_id = ${batches.id})`,
      })
      .from(batches)
      .innerJoin(
        academicSessions,
        and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
      )
      .where(and(eq(batches.institutionId, institutionId), eq(academicSessions.isCurrent, true))),
    db.select({ code: courses.code }).from(courses).where(eq(courses.institutionId, institutionId)),
  ]);
  const existing: Existing = {
    programs: programRows,
    classes: classRows,
    arms,
    codes: codes.map(({ code }) => code.toLowerCase()),
  };
  return {
    kind: institution!.kind,
    session: session ? { ...session, terms: Number(session.terms) } : null,
    existing,
  };
}
