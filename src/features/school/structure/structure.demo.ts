import type { Tx } from '#kernel/database.ts';
import * as tables from './structure.schema.ts';

interface SessionPlan {
  name: string;
  startsOn: string;
  endsOn: string;
  closedAt?: Date;
  terms: { name: string; startsOn: string; endsOn: string; isCurrent?: boolean }[];
}

export interface StructurePlan {
  sessions: SessionPlan[];
  programs: Omit<typeof tables.programs.$inferInsert, 'institutionId'>[];
  /** In the order of promotion; `next` is the class it promotes to. */
  classes: { key: string; program: string; name: string; position: number; next?: string }[];
  batches: { key: string; class: string; arm: string; name: string; capacity: number }[];
  courses: {
    code: string;
    title: string;
    /** Of courses with grade points. */
    units?: number;
    department: string;
    group?: string;
    noExam?: boolean;
    /** The place of the term in which it is taught; every term without it. */
    term?: number;
    batches: string[];
  }[];
}

interface Teacher {
  id: number;
  department: string | null;
}

/** A batch of the demonstration; each class arm exists once per session. */
export interface DemoBatch {
  id: number;
  key: string;
  class: string;
  session: string;
  sessionId: number;
}

/** Inserts an institution's sessions, programs, classes and batches. */
export async function insertStructure(tx: Tx, institutionId: number, plan: StructurePlan) {
  const sessionIds = await insertSessions(tx, institutionId, plan.sessions);
  const classIds = await insertClasses(tx, institutionId, plan);
  const made = await insertBatches(tx, institutionId, plan, sessionIds, classIds);
  return { sessionIds, batches: made };
}

/** Inserts courses and assigns every batch a class teacher and courses, taught by teachers of their department. */
export async function insertTeaching(
  tx: Tx,
  institutionId: number,
  plan: StructurePlan,
  made: DemoBatch[],
  teachers: Teacher[],
) {
  const courseRows = await tx
    .insert(tables.courses)
    .values(
      plan.courses.map(({ code, title, units, group, noExam }) => ({
        institutionId,
        code,
        title,
        creditUnits: units ?? 1,
        electiveGroup: group,
        noExam,
      })),
    )
    .returning({ id: tables.courses.id, code: tables.courses.code });
  const courseIds = new Map(courseRows.map(({ code, id }) => [code, id]));
  const turns = new Map<string, number>();
  const nextOf = (department: string) => {
    const own = teachers.filter((teacher) => teacher.department === department);
    const turn = turns.get(department) ?? 0;
    turns.set(department, turn + 1);
    return own[turn % own.length]!.id;
  };
  const keys = [...new Set(made.map(({ key }) => key))];
  const offerings = plan.courses.flatMap((course) =>
    keys
      .filter((key) => course.batches.includes(key))
      .flatMap((key) => {
        // The same teacher teaches a course to a batch in every session.
        const employeeId = nextOf(course.department);
        return made
          .filter((batch) => batch.key === key)
          .map((batch) => ({
            institutionId,
            batchId: batch.id,
            courseId: courseIds.get(course.code)!,
            employeeId,
            termPosition: course.term,
          }));
      }),
  );
  await tx.insert(tables.courseOfferings).values(offerings);
  await tx.insert(tables.batchTeachers).values(
    made.map(({ id, key }) => ({
      institutionId,
      batchId: id,
      employeeId: teachers[keys.indexOf(key) % teachers.length]!.id,
    })),
  );
}

async function insertSessions(tx: Tx, institutionId: number, plans: SessionPlan[]) {
  const rows = await tx
    .insert(tables.academicSessions)
    .values(plans.map(({ terms: _, ...session }) => ({ institutionId, ...session, isCurrent: !session.closedAt })))
    .returning({ id: tables.academicSessions.id, name: tables.academicSessions.name });
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  await tx
    .insert(tables.terms)
    .values(
      plans.flatMap((plan) =>
        plan.terms.map((term, at) => ({ institutionId, sessionId: ids.get(plan.name)!, position: at + 1, ...term })),
      ),
    );
  return ids;
}

/** Inserts the last class first, since each refers to the next. */
async function insertClasses(tx: Tx, institutionId: number, plan: StructurePlan) {
  const programRows = await tx
    .insert(tables.programs)
    .values(plan.programs.map((program) => ({ institutionId, ...program })))
    .returning({ id: tables.programs.id, code: tables.programs.code });
  const programIds = new Map(programRows.map(({ code, id }) => [code, id]));
  const ids = new Map<string, number>();
  for (const { key, program, name, position, next } of plan.classes.toReversed()) {
    const values = {
      institutionId,
      programId: programIds.get(program)!,
      name,
      position,
      nextClassId: next ? ids.get(next)! : null,
    };
    const [row] = await tx.insert(tables.classes).values(values).returning({ id: tables.classes.id });
    ids.set(key, row!.id);
  }
  return ids;
}

async function insertBatches(
  tx: Tx,
  institutionId: number,
  plan: StructurePlan,
  sessionIds: Map<string, number>,
  classIds: Map<string, number>,
) {
  const planned = plan.sessions.flatMap((session) => plan.batches.map((batch) => ({ session, batch })));
  const rows = await tx
    .insert(tables.batches)
    .values(
      planned.map(({ session, batch: { arm, name, capacity, class: classKey } }) => ({
        institutionId,
        arm,
        name,
        capacity,
        closedAt: session.closedAt,
        classId: classIds.get(classKey)!,
        sessionId: sessionIds.get(session.name)!,
      })),
    )
    .returning({ id: tables.batches.id, sessionId: tables.batches.sessionId, name: tables.batches.name });
  return planned.map(({ session, batch }): DemoBatch => {
    const sessionId = sessionIds.get(session.name)!;
    const { id } = rows.find((row) => row.sessionId === sessionId && row.name === batch.name)!;
    return { id, key: batch.key, class: batch.class, session: session.name, sessionId };
  });
}
