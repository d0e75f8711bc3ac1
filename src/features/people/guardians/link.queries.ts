import { and, eq, sql } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { phoneExample } from '#kernel/phone.ts';
import { wordsOf } from '#features/records/lookups/lookups.queries.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { EditLink } from './edit-link.ts';
import { calledGuardian } from './guardian-fields.ts';
import { visibleTo } from './guardians.policy.ts';
import { isLink, type LinkIds } from './link-fields.ts';

type Read = <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;

/** The data of the form that adds a guardian, for users who can link guardians. */
export async function linkFormProps(read: Read, studentId: number) {
  const {
    nextOfKinName,
    phoneExample: example,
    isFirst,
    ...student
  } = await read(async (db, actor) => {
    const [row] = await db
      .select({
        id: students.id,
        institutionId: students.institutionId,
        firstName: students.firstName,
        surname: students.surname,
        nextOfKinName: students.nextOfKinName,
        isFirst: sql<boolean>`not exists (select from ${studentGuardians} l
          where l.institution_id = ${withTable(students.institutionId)} and l.student_id = ${withTable(students.id)})`,
      })
      .from(students)
      .where(and(visibleStudents(actor, students), eq(students.id, studentId)));
    if (!row) throw new NotFound('student');
    allow(actor, 'guardians.edit', row.institutionId);
    return { ...row, phoneExample: phoneExample(membershipIn(actor, row.institutionId)!.countryId) };
  });
  const relations = await read((db) => wordsOf(db, student.institutionId, 'guardianRelations'));
  return { student, relations, isFirst, hasOwnNextOfKin: nextOfKinName !== null, phoneExample: example };
}

/** The same for an existing link. */
export async function editLinkProps(read: Read, { id, guardianId }: LinkIds) {
  const form = await linkFormProps(read, id);
  const [found] = await read((db, actor) =>
    db
      .select({ link: studentGuardians, guardian: guardians })
      .from(studentGuardians)
      .innerJoin(
        guardians,
        and(eq(guardians.institutionId, studentGuardians.institutionId), eq(guardians.id, studentGuardians.guardianId)),
      )
      .where(and(visibleTo(actor, guardians), isLink(form.student.institutionId, { id, guardianId }))),
  );
  if (!found) throw new NotFound('guardian');
  const { relation, paysFees, mayCollect, receivesSms, isNextOfKin } = found.link;
  const link = { guardianId, relation, paysFees, mayCollect, receivesSms, isNextOfKin };
  // An archived value stays selectable on records that have it.
  const relations = relation && !form.relations.includes(relation) ? [...form.relations, relation] : form.relations;
  return {
    ...form,
    relations,
    opened: openedOf(EditLink, link),
    link: { ...link, name: calledGuardian(found.guardian) },
  };
}
