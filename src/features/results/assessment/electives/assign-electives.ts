import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, allow, can } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { Conflict, ValidationError, NotFound } from '#kernel/errors.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { electivesChange } from '#features/people/students/choose-electives.ts';
import { visibleTo, studentGroups } from '#features/people/students/students.policy.ts';
import { studentElectives, students } from '#features/people/students/students.schema.ts';
import { lockBatch } from '#features/school/structure/batches/lock-batch.ts';

const maxChoices = 5000;

export const AssignElectives = z.object({
  choices: z
    .array(z.object({ student_id: id, offering_id: id }), 'Select at least one student.')
    .min(1, 'Select at least one student.')
    .max(maxChoices, 'Choose for fewer students at once.'),
  /** Choices already made in the group are replaced; otherwise they stay. */
  replace: checkbox,
});

/** Locks the class arm, in which electives can be chosen. */
export async function lockElectives(tx: Tx, actor: Actor, batchId: number) {
  const batch = await lockBatch(tx, actor, batchId);
  const { electives } = await classElectives(tx, actor, batchId);
  if (batch.isClosed) throw new Conflict(`${batch.name} is closed. Its electives can’t be changed.`);
  return { batch, electives: new Map(electives.map((one) => [one.id, one])) };
}

type Locked = Awaited<ReturnType<typeof lockElectives>>;

/** Chooses electives for students of a class arm, one in each group. Returns what it did in words. */
export async function assignElectives(
  tx: Tx,
  actor: Actor,
  { batch, electives }: Locked,
  choices: { studentId: number; offeringId: number }[],
  { isReplacing }: { isReplacing: boolean },
): Promise<string> {
  const { institutionId } = batch;
  const ids = [...new Set(choices.map(({ studentId }) => studentId))];
  const found = await tx
    .select({ id: students.id, firstName: students.firstName, surname: students.surname })
    .from(students)
    .where(and(visibleTo(actor, students, institutionId), eq(students.batchId, batch.id), inArray(students.id, ids)))
    .orderBy(students.id)
    .for('no key update');
  if (found.length !== ids.length || choices.some(({ offeringId }) => !electives.has(offeringId)))
    throw new ValidationError(
      'choices',
      `The students or electives of ${batch.name} have changed. Reload the page and try again.`,
    );
  // A colleague chooses for the own family.
  const own = await ownFamily(tx, actor.accountId, institutionId);
  const before = await chosenBefore(tx, institutionId, ids, electives);
  const changes = found.flatMap((student) => {
    if (own.students.has(student.id)) return [];
    const had = before.get(student.id) ?? [];
    const wanted = choices
      .filter(({ studentId }) => studentId === student.id)
      .map((one) => electives.get(one.offeringId)!);
    const inGroup = new Map(wanted.map((one) => [one.group, one]));
    if (inGroup.size < new Set(wanted).size)
      throw new ValidationError('choices', `${student.firstName} ${student.surname} can take one elective of a group.`);
    const added = [...inGroup.values()].filter(
      ({ id: one, group }) =>
        had.every((its) => its.id !== one) && (isReplacing || had.every((its) => its.group !== group)),
    );
    const dropped = had.filter((its) => added.some(({ group }) => group === its.group));
    return added.length ? [{ student, had, added, dropped }] : [];
  });
  const removed = changes.flatMap(({ student, dropped }) =>
    dropped.map((one) => ({ studentId: student.id, offeringId: one.id })),
  );
  for (const [offeringId, rows] of Map.groupBy(removed, (row) => row.offeringId))
    await tx.delete(studentElectives).where(
      and(
        eq(studentElectives.institutionId, institutionId),
        eq(studentElectives.offeringId, offeringId),
        inArray(
          studentElectives.studentId,
          rows.map(({ studentId }) => studentId),
        ),
      ),
    );
  const rows = changes.flatMap(({ student, added }) =>
    added.map((one) => ({ institutionId, studentId: student.id, offeringId: one.id })),
  );
  if (rows.length) await tx.insert(studentElectives).values(rows);
  await recordMany(
    tx,
    actor,
    'students.chooseElectives',
    changes.map(({ student, had, added, dropped }) => ({
      institutionId,
      ...electivesChange(student, had, [...had.filter((one) => !dropped.includes(one)), ...added]),
    })),
  );
  const others = found.length - changes.length;
  const left = others ? ` ${others === 1 ? '1 other stays' : `${others} others stay`} as before.` : '';
  return `Electives chosen for ${countOf(changes.length, 'student')}.${left}`;
}

async function chosenBefore(tx: Tx, institutionId: number, ids: number[], electives: ReadonlyMap<number, Elective>) {
  const rows = await tx
    .select({ studentId: studentElectives.studentId, offeringId: studentElectives.offeringId })
    .from(studentElectives)
    .where(
      and(
        eq(studentElectives.institutionId, institutionId),
        inArray(studentElectives.studentId, ids),
        inArray(studentElectives.offeringId, [...electives.keys()]),
      ),
    );
  const chosen = rows.map((row) => ({ studentId: row.studentId, elective: electives.get(row.offeringId)! }));
  return new Map(
    [...Map.groupBy(chosen, (row) => row.studentId)].map(([studentId, some]) => [
      studentId,
      some.map(({ elective }) => elective),
    ]),
  );
}

export interface Elective {
  /** Of the offering. */
  id: number;
  title: string;
  code: string;
  group: string;
}

export interface ElectiveStudent {
  id: number;
  name: string;
  number: string;
  /** The electives that the student takes. */
  chosen: number[];
}

/** The electives of a class arm, for users who may choose them for its students. */
async function classElectives(db: Db, actor: Actor, batchId: number) {
  const [batch] = await query<{ id: number; name: string; institutionId: number; isClosed: boolean }>(db)`
    select b.id::bigint as id, b.name, b.institution_id as "institutionId",
      coalesce(b.closed_at, y.closed_at) is not null as "isClosed"
      from batches b join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
      where b.institution_id = any (${sql.param(actor.institutions.map(({ id }) => id))}::int[]) and b.id = ${batchId}`;
  if (!batch) throw new NotFound('batch');
  allow(actor, 'students.edit', batch.institutionId);
  const electives = await query<Elective>(db)`
    select o.id::bigint as id, c.title, c.code, c.elective_group as "group" from course_offerings o
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      where o.institution_id = ${batch.institutionId} and o.batch_id = ${batchId} and c.elective_group is not null
      order by c.elective_group, c.title, o.id`;
  return { batch, electives };
}

/** The students who are in the class arm now, by name. */
const classStudents = (db: Db, actor: Actor, { id, institutionId }: { id: number; institutionId: number }) =>
  query<ElectiveStudent>(db)`
    select ${students.id}::bigint as id, concat_ws(', ', ${students.surname}, concat_ws(' ', ${students.firstName}, ${students.middleName})) as name,
        ${students.admissionNumber} as number, array(select x.offering_id::bigint from student_electives x
          join course_offerings o on (o.institution_id, o.id) = (x.institution_id, x.offering_id) and o.batch_id = ${id}
          where x.institution_id = ${institutionId} and x.student_id = ${students.id}) as chosen
      from ${students} where ${visibleTo(actor, students, institutionId)} and ${students.batchId} = ${id}
      order by ${students.sortName}, ${students.id}`;

/** What a rule can go by; religion for users who can see it. */
async function ruleValues(db: Db, actor: Actor, { id, institutionId }: { id: number; institutionId: number }) {
  const seesReligion = can(actor, studentGroups.religion, institutionId);
  const [row] = await query<{ religions: string[] }>(db)`
    select array(select distinct religion from students where institution_id = ${institutionId} and batch_id = ${id}
      and religion is not null and ${seesReligion} order by 1) as religions`;
  return { gender: ['female', 'male'], ...(seesReligion && { religion: row!.religions }) };
}

/** What the page shows. */
export async function electivesPageProps(db: Db, actor: Actor, batchId: number) {
  const found = await classElectives(db, actor, batchId);
  const [listed, rules] = await Promise.all([
    classStudents(db, actor, found.batch),
    ruleValues(db, actor, found.batch),
  ]);
  return { ...found, students: listed, rules };
}
