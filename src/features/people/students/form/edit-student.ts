import { edits } from '#kernel/edit/edit.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { line } from '#kernel/schemas.ts';
import { editPerson } from '#features/records/custom-fields/edit-person.ts';
import { customInput } from '#features/records/custom-fields/read-custom-value.ts';
import { checkStudent } from './check-student.ts';
import { admissionNumberTaken } from './create-student.ts';
import { lockStudent } from '../lock-student.ts';
import { groupOfField, StudentFields } from './student-fields.ts';
import { studentKind } from '../student-kind.ts';
import { studentGroups } from '../students.policy.ts';

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
