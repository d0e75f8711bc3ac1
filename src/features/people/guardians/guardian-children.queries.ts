import { and, asc, eq, inArray, ne, or, sql, type Placeholder } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { customFieldsOf } from '#features/records/custom-fields/serve-custom-files.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { visibleTo } from './guardians.policy.ts';

const child = {
  id: students.id,
  institutionId: students.institutionId,
  surname: students.surname,
  firstName: students.firstName,
  middleName: students.middleName,
  admissionNumber: students.admissionNumber,
  status: students.status,
  batch: batches.name,
  photoId: students.photoId,
  relation: studentGuardians.relation,
  paysFees: studentGuardians.paysFees,
  mayCollect: studentGuardians.mayCollect,
  receivesSms: studentGuardians.receivesSms,
  isNextOfKin: studentGuardians.isNextOfKin,
};

const fromLinks = (db: Db) =>
  db
    .select(child)
    .from(studentGuardians)
    .innerJoin(students, hasKey(students, studentGuardians.institutionId, studentGuardians.studentId))
    .leftJoin(batches, hasKey(batches, students.institutionId, students.batchId));

/** The institution of the guardian's record, for a read that does not know it yet. */
export const institutionOf = (guardianId: number | Placeholder) =>
  sql<number>`(select institution_id from guardians where id = ${guardianId})`;

export const ownFields = customFieldsOf('guardian', () => institutionOf(recordId));

/** The guardian's children that the viewer can see. */
export const childrenOf = (db: Db, actor: Actor, guardianId: number) => children(db, actor, {}, { id: guardianId });

const children = cachedQuery((db, actor) =>
  fromLinks(db)
    .where(
      and(
        eq(studentGuardians.institutionId, institutionOf(recordId)),
        eq(studentGuardians.guardianId, recordId),
        visibleStudents(actor, students),
      ),
    )
    .orderBy(asc(students.sortName), asc(students.id)),
);

export type Child = Awaited<ReturnType<typeof childrenOf>>[number];

/** The viewer's own children, in all institutions. */
export const ownChildren = async (db: Db, actor: Actor): Promise<(Child & { school: string })[]> => {
  const own = actor.institutions.filter(({ guardianIds }) => guardianIds.length > 0);
  if (own.length === 0) return [];
  const rows = await fromLinks(db)
    .where(
      and(
        or(
          ...own.map(({ id, guardianIds }) =>
            and(eq(studentGuardians.institutionId, id), inArray(studentGuardians.guardianId, guardianIds)),
          ),
        ),
        visibleStudents(actor, students),
      ),
    )
    .orderBy(asc(students.sortName), asc(students.id));
  return rows.map((row) => ({ ...row, school: membershipIn(actor, row.institutionId)!.name }));
};

const elsewhere = cachedQuery((db, actor) => {
  // One query for each contact, each with its own index: a single `or` would read all guardians.
  const ways = [
    sql`other.mobile in (one.mobile, one.phone)`,
    sql`other.phone in (one.mobile, one.phone)`,
    sql`other.email = one.email`,
  ].map(
    (isSame) => sql`select other.institution_id, other.id
      from ${guardians} one join ${guardians} other on ${isSame}
      where one.institution_id = ${institutionOf(recordId)} and one.id = ${recordId}`,
  );
  const bySignIn = sql`select other.institution_id, other.guardian_id
    from ${memberships} one join ${memberships} other using (account_id)
    where one.institution_id = ${institutionOf(recordId)} and one.guardian_id = ${recordId}
      and other.guardian_id is not null`;
  return db
    .select({ id: guardians.id, institutionId: guardians.institutionId })
    .from(guardians)
    .where(
      and(
        visibleTo(actor, guardians),
        ne(guardians.institutionId, institutionOf(recordId)),
        sql`(${guardians.institutionId}, ${guardians.id}) in (${sql.join([...ways, bySignIn], sql` union `)})`,
      ),
    )
    .orderBy(asc(guardians.institutionId), asc(guardians.id));
});

/** The same person's records in other institutions that the viewer can see, matched by account, phone or e-mail. */
export async function recordsElsewhere(db: Db, actor: Actor, guardianId: number) {
  if (actor.institutions.length < 2) return [];
  const found = await elsewhere(db, actor, {}, { id: guardianId });
  return found.map((row) => ({ ...row, institution: membershipIn(actor, row.institutionId)!.name }));
}
