import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { maySeeStudents, visibleTo } from '../students.policy.ts';
import { students } from '../students.schema.ts';

/** Details of a guardian for users with access; others see only name and relation. */
interface GuardianFacts {
  phone: string | null;
  email: string | null;
  photoId: number | null;
  paysFees: boolean;
  mayCollect: boolean;
  receivesSms: boolean;
  isNextOfKin: boolean;
}

export interface FamilyGuardian {
  id: number;
  /** With the title: 'Mrs Adunni Olawale'. */
  name: string;
  nameWithoutTitle: string;
  relation: string | null;
  /** Null if the viewer sees only name and relation. */
  facts: GuardianFacts | null;
}

/** A student's guardians in calling order, siblings, and next of kin. */
export async function familyOf(db: Db, actor: Actor, studentId: number) {
  const [[student], rows, { siblings, nextSiblings }] = await Promise.all([
    db
      .select({
        institutionId: students.institutionId,
        name: students.nextOfKinName,
        phone: students.nextOfKinPhone,
        relation: students.nextOfKinRelation,
      })
      .from(students)
      .where(and(visibleTo(actor, students), eq(students.id, studentId))),
    guardiansOf(db, actor, studentId),
    siblingsOf(db, actor, studentId),
  ]);
  if (!student) throw new NotFound('student');
  const { institutionId, ...ownNextOfKin } = student;
  const seesAll = can(actor, 'guardians.view', institutionId) || can(actor, 'guardians.viewOwn', institutionId);
  const { guardianIds } = membershipIn(actor, institutionId)!;
  const own = can(actor, 'guardians.viewSelf', institutionId) ? guardianIds : [];
  const hasOwn = Object.values(ownNextOfKin).some((value) => value !== null);
  return {
    guardians: rows.map(({ id, title, surname, firstName, middleName, relation, ...facts }): FamilyGuardian => ({
      id,
      name: [title, firstName, middleName, surname].filter(Boolean).join(' '),
      nameWithoutTitle: [firstName, middleName, surname].filter(Boolean).join(' '),
      relation,
      facts: seesAll || own.includes(id) ? facts : null,
    })),
    // A guardian marked as next of kin replaces it.
    ownNextOfKin:
      hasOwn && !rows.some(({ isNextOfKin }) => isNextOfKin)
        ? { ...ownNextOfKin, phone: seesAll || can(actor, 'students.view', institutionId) ? ownNextOfKin.phone : null }
        : null,
    siblings,
    nextSiblings,
    can: { edit: can(actor, 'guardians.edit', institutionId) },
  };
}
export type Family = Awaited<ReturnType<typeof familyOf>>;

const guardiansOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: guardians.id,
      title: guardians.title,
      surname: guardians.surname,
      firstName: guardians.firstName,
      middleName: guardians.middleName,
      relation: studentGuardians.relation,
      phone: sql<string | null>`coalesce(${guardians.mobile}, ${guardians.phone})`,
      email: guardians.email,
      photoId: guardians.photoId,
      paysFees: studentGuardians.paysFees,
      mayCollect: studentGuardians.mayCollect,
      receivesSms: studentGuardians.receivesSms,
      isNextOfKin: studentGuardians.isNextOfKin,
    })
    .from(studentGuardians)
    .innerJoin(students, hasKey(students, studentGuardians.institutionId, studentGuardians.studentId))
    .innerJoin(guardians, hasKey(guardians, studentGuardians.institutionId, studentGuardians.guardianId))
    .where(and(visibleTo(actor, students), eq(students.id, studentId), isNull(guardians.mergedIntoId)))
    .orderBy(asc(studentGuardians.position), asc(guardians.id));

/**
 * Students who share a guardian with this one and whom the viewer can see: one page after a cursor, and the address of
 * the next. It is paged because a guardian can be a home with a hundred children.
 */
export async function siblingsOf(db: Db, actor: Actor, studentId: number, after?: number) {
  const { rows, isMore } = await bounded(siblingsShown, (limit) =>
    selectSiblings(db, actor, studentId, after).limit(limit),
  );
  const next = `/students/${studentId}/family?siblings_after=${rows.at(-1)?.id}`;
  return { siblings: rows, nextSiblings: isMore ? next : null };
}
const siblingsShown = 50;

const selectSiblings = (db: Db, actor: Actor, studentId: number, after?: number) =>
  db
    .select({
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      admissionNumber: students.admissionNumber,
      status: students.status,
      batch: batches.name,
      photoId: students.photoId,
    })
    .from(students)
    .leftJoin(batches, hasKey(batches, students.institutionId, students.batchId))
    .where(
      and(
        visibleTo(actor, students),
        ne(students.id, studentId),
        sql`(${students.institutionId}, ${students.id}) in (
          select theirs.institution_id, theirs.student_id from ${studentGuardians} mine
          join ${studentGuardians} theirs on (theirs.institution_id, theirs.guardian_id) = (mine.institution_id, mine.guardian_id)
          where ${inArray(sql`mine.institution_id`, institutionsWhere(actor, ...maySeeStudents))} and mine.student_id = ${studentId})`,
        after === undefined
          ? undefined
          : sql`(${students.sortName}, ${students.id}) > (select last.sort_name, last.id from students last
              where last.institution_id = ${students.institutionId} and last.id = ${after})`,
      ),
    )
    .orderBy(asc(students.sortName), asc(students.id));
