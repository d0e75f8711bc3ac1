import { and, eq, inArray, like } from 'drizzle-orm';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { counterName, formatNumber } from '#kernel/counters.ts';
import type { Db } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { groupsSeen, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { phoneExample } from '#kernel/phone.ts';
import { counters } from '#kernel/tables.ts';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { placeChoices } from '#features/records/geography/geography.queries.ts';
import { listsOfValues } from '#features/records/lookups/lookups.queries.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { batchChoices, type BatchOffer } from '#features/school/structure/choices.queries.ts';
import { studentGroups, visibleTo } from '../students.policy.ts';
import { students } from '../students.schema.ts';
import { studentFields } from '../students.fields.ts';
import { selectionOf } from '#kernel/record-fields/derive.ts';
import { listsIn } from '#kernel/record-fields/record-field.ts';
import { line } from '#kernel/schemas.ts';
import { editPerson } from '#features/records/custom-fields/edit-person.ts';
import { customInput } from '#features/records/custom-fields/read-custom-value.ts';
import { admissionNumberTaken, checkStudent, ofGroups, groupOfField, StudentFields } from './create-student.ts';
import { lockStudent } from '../lock-student.ts';
import { studentKind } from '../student-kind.ts';

/** A record with the values of its form. */
export async function studentToEdit(db: Db, actor: Actor, studentId: number) {
  const [row] = await db
    .select({
      id: students.id,
      institutionId: students.institutionId,
      admissionNumber: students.admissionNumber,
      ...selectionOf(studentFields, students),
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      gender: students.gender,
      birthDate: students.birthDate,
      admissionDate: students.admissionDate,
      nationalityId: students.nationalityId,
      countryId: students.countryId,
      stateId: students.stateId,
      stateName: students.stateName,
      lgaId: students.lgaId,
      photoId: students.photoId,
      updatedAt: students.updatedAt,
    })
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.id, studentId)));
  if (!row) throw new NotFound('student');
  return row;
}
type StudentToEdit = Awaited<ReturnType<typeof studentToEdit>>;

/** The choices of the form. A new student's country defaults to the institution's. */
export async function studentFormProps(db: Db, actor: Actor, institutionId: number, student: StudentToEdit | null) {
  const membership = membershipIn(actor, institutionId)!;
  const ids = student ? [institutionId] : institutionsWhere(actor, 'students.create');
  const groups = groupsSeen(actor, institutionId, studentGroups);
  const mayAssign = !student && can(actor, 'students.assignBatch', institutionId);
  const [places, words, fields, values, batches, rows, counts] = await Promise.all([
    placeChoices(db, student ?? membership),
    listsOfValues(db, institutionId, listsIn(studentFields)),
    fieldsFor(db, institutionId, 'student', groups),
    student ? valuesOf(db, institutionId, 'student', student.id, groups) : {},
    mayAssign ? batchChoices(db, actor, institutionId) : none,
    db
      .select({ id: institutions.id, name: institutions.name, pattern: institutions.admissionNumberPattern })
      .from(institutions)
      .where(inArray(institutions.id, ids))
      .orderBy(institutions.id),
    db
      .select({ name: counters.name, value: counters.value })
      .from(counters)
      .where(and(eq(counters.institutionId, institutionId), like(counters.name, 'admission%'))),
  ]);
  const { pattern } = rows.find(({ id }) => id === institutionId)!;
  return {
    student: student && shownTo(student, groups),
    opened: student && openedOf(EditStudent, { ...shownTo(student, groups), custom: values }),
    photo: student ? (photoUrl('students', student, 'large') ?? null) : null,
    places,
    words,
    groups,
    fields,
    values,
    moreBatches: batches.isMore,
    batches: batches.rows.map(({ id, name, className, capacity, students: taken }) => ({
      id,
      name,
      className,
      capacity,
      taken,
    })),
    institutionId,
    institutions: rows.map(({ id, name }) => ({ id, name })),
    nextNumber: nextNumber(pattern, counts, membership.timeZone),
    phoneExample: phoneExample(membership.countryId),
  };
}

const none: BatchOffer = { rows: [], isMore: false };

/** Fields of groups that the actor can't see are never sent. */
const shownTo = ({ updatedAt, photoId: _, ...student }: StudentToEdit, groups: FieldGroup[]) => ({
  ...(ofGroups(student, groups) as typeof student),
  stamp: updatedAt.toISOString(),
});

/** The admission number that would be next. It is assigned when the form is saved. */
function nextNumber(pattern: string, counts: { name: string; value: number }[], timeZone: string): string {
  const parts = { year: Number(today(timeZone).slice(0, 4)) };
  const name = counterName('admission', pattern, parts);
  return formatNumber(pattern, parts, (counts.find((one) => one.name === name)?.value ?? 0) + 1);
}

export const EditStudent = edits(
  StudentFields.extend({ admissionNumber: line(40, 'The admission number'), custom: customInput }),
);

/** Edits the record of a student. */
export const editStudent = editPerson({
  kind: studentKind,
  fields: EditStudent,
  lock: lockStudent,
  groupsOf: (actor, { institutionId }) => groupsSeen(actor, institutionId, studentGroups),
  groupOf: groupOfField,
  together: [['birthDate', 'admissionDate']],
  check: checkStudent,
  number: { field: 'admissionNumber', taken: admissionNumberTaken },
});
