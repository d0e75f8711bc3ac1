import { edits } from '#kernel/edit/edit.ts';
import { editPerson } from '#features/records/custom-fields/edit-person.ts';
import { checkGuardian } from './check-guardian.ts';
import { groupOfField, GuardianFields } from './guardian-fields.ts';
import { guardianKind } from './guardian-kind.ts';
import { groupsOf } from './guardians.policy.ts';
import { lockGuardian } from './lock-guardian.ts';

export const EditGuardian = edits(GuardianFields);

/** Edits the record of a guardian. */
export const editGuardian = editPerson({
  kind: guardianKind,
  fields: EditGuardian,
  lock: lockGuardian,
  groupsOf,
  groupOf: groupOfField,
  check: checkGuardian,
});
