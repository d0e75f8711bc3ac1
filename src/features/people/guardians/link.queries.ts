import { and, eq, sql } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, type Tx, hasKey } from '#kernel/database.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { openedOf, differing, edits, mergeEdit } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { phoneExample } from '#kernel/phone.ts';
import { listValuesOf } from '#features/records/lookups/lookups.queries.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { calledGuardian } from './create-guardian.ts';
import { visibleTo } from './guardians.policy.ts';
import type { z } from 'zod';
import { changesBetween } from '#kernel/edit/changes.ts';
import { sentence } from '#kernel/audit.ts';
import { checkListValues } from '#features/records/lookups/check-list-values.ts';
import { clearNextOfKin, isLink, type LinkIds, linkLists, LinkFields, lockLink, recordLink } from './link-guardian.ts';

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
  const relations = await read((db) => listValuesOf(db, student.institutionId, 'guardianRelations'));
  return { student, relations, isFirst, hasOwnNextOfKin: nextOfKinName !== null, phoneExample: example };
}

/** The same for an existing link. */
export async function editLinkProps(read: Read, { id, guardianId }: LinkIds) {
  const form = await linkFormProps(read, id);
  const [found] = await read((db, actor) =>
    db
      .select({ link: studentGuardians, guardian: guardians })
      .from(studentGuardians)
      .innerJoin(guardians, hasKey(guardians, studentGuardians.institutionId, studentGuardians.guardianId))
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

export const EditLink = edits(LinkFields);

/** Edits the link between a guardian and a child: relation, fees, collecting, messages, next of kin. */
export async function editLink(tx: Tx, actor: Actor, ids: LinkIds, sent: z.infer<typeof EditLink>) {
  const { student, guardian, link } = await lockLink(tx, actor, ids);
  const { institutionId } = student;
  const { input } = await mergeEdit(tx, actor, {
    fields: EditLink,
    sent,
    current: link,
    subject: { institutionId, type: 'student', id: student.id },
  });
  const fields = { ...input, ...(await checkListValues(tx, student.institutionId, linkLists, input, link)) };
  const changes = changesBetween(link, fields);
  if (Object.keys(changes).length === 0) return calledGuardian(guardian);
  const isNew = fields.isNextOfKin && !link.isNextOfKin;
  const kin = isNew ? await clearNextOfKin(tx, student, guardian.id) : null;
  await tx.update(studentGuardians).set(differing(fields, changes)).where(isLink(student.institutionId, ids));
  await recordLink(
    tx,
    actor,
    'guardians.editLink',
    { student, guardian },
    (who, whose) =>
      isNew
        ? sentence`made ${who} next of kin of ${whose}${kin!.words}`
        : sentence`changed the link between ${who} and ${whose}`,
    { changes, ...kin?.details },
  );
  return calledGuardian(guardian);
}
