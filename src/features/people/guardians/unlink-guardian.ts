import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { sentence } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { auditEntries } from '#kernel/tables.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { isLink, lockLink, type LinkIds, recordLink } from './link-guardian.ts';
import {
  lockGuardian,
  refuseOwnRecord,
  calledGuardian,
  checkGuardian,
  groupOfField,
  GuardianFields,
} from './create-guardian.ts';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { groupsSeen, type FieldGroup, type RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { phoneExample } from '#kernel/phone.ts';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { listsIn } from '#kernel/record-fields/record-field.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import { placeChoices } from '#features/records/geography/geography.queries.ts';
import { listsOfValues } from '#features/records/lookups/lookups.queries.ts';
import { religionOf, type GuardianProfile, guardianKind } from './guardian-profile.queries.ts';
import type { GuardianFormProps } from './guardians.pages.ts';
import { groupsOf, guardianGroups } from './guardians.policy.ts';
import { editPerson } from '#features/records/custom-fields/edit-person.ts';

const Kept = z.object({
  relation: z.string().nullable(),
  paysFees: z.boolean(),
  mayCollect: z.boolean(),
  receivesSms: z.boolean(),
  isNextOfKin: z.boolean(),
  position: z.number(),
});

/** Unlinks a guardian from a student. Both records are kept. */
export async function unlinkGuardian(tx: Tx, actor: Actor, ids: LinkIds) {
  const { student, guardian, link } = await lockLink(tx, actor, ids);
  await tx.delete(studentGuardians).where(isLink(student.institutionId, ids));
  await recordLink(
    tx,
    actor,
    'guardians.unlink',
    { student, guardian },
    (who, whose) => sentence`removed ${who} from the guardians of ${whose}`,
    { link: Kept.parse(link) },
  );
  return { guardian: calledGuardian(guardian), student: student.firstName };
}

/** Restores a link that was just removed, from the audit log. */
export async function relinkGuardian(tx: Tx, actor: Actor, ids: LinkIds) {
  const student = await lockStudent(tx, actor, ids.id);
  const guardian = await lockGuardian(tx, actor, ids.guardianId);
  const { institutionId } = student;
  allow(actor, 'guardians.edit', institutionId);
  refuseOwnRecord(actor, guardian);
  const [entry] = await tx
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.institutionId, institutionId),
        eq(auditEntries.subjectType, 'student'),
        eq(auditEntries.subjectId, student.id),
        eq(auditEntries.action, 'guardians.unlink'),
        sql`${auditEntries.details} ->> 'guardian' = ${String(guardian.id)}`,
        gt(auditEntries.at, sql`now() - interval '10 minutes'`),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);
  const kept = Kept.safeParse(entry?.details['link']);
  if (!kept.success) throw new Conflict('The undo period has ended. Add the guardian again.');
  // Another guardian, or the record itself, may have become next of kin meanwhile.
  const isFree =
    student.nextOfKinName === null &&
    (await tx.$count(
      studentGuardians,
      and(
        eq(studentGuardians.institutionId, institutionId),
        eq(studentGuardians.studentId, student.id),
        eq(studentGuardians.isNextOfKin, true),
      ),
    )) === 0;
  const link = { ...kept.data, isNextOfKin: kept.data.isNextOfKin && isFree };
  const made = await tx
    .insert(studentGuardians)
    .values({ institutionId, studentId: student.id, guardianId: guardian.id, ...link })
    .onConflictDoNothing()
    .returning({ guardianId: studentGuardians.guardianId });
  if (made.length === 0)
    throw new Conflict(`${calledGuardian(guardian)} is already a guardian of ${student.firstName}.`);
  await recordLink(
    tx,
    actor,
    'guardians.relink',
    { student, guardian },
    (who, whose) => sentence`restored ${who} as a guardian of ${whose}`,
    { link },
  );
  return { guardian: calledGuardian(guardian), student: student.firstName };
}

/** The choices of the form. A new guardian's country defaults to the institution's. */
export async function guardianFormProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  guardian: GuardianProfile | null,
): Promise<GuardianFormProps> {
  const ids = guardian ? [institutionId] : institutionsWhere(actor, 'guardians.edit');
  const groups = guardian ? groupsOf(actor, guardian) : groupsSeen(actor, institutionId, guardianGroups);
  const [place, words, fields, values, religion] = await Promise.all([
    placeChoices(db, guardian ?? { countryId: membershipIn(actor, institutionId)!.countryId }),
    listsOfValues(db, institutionId, listsIn(guardianFields)),
    fieldsFor(db, institutionId, 'guardian', groups),
    guardian ? valuesOf(db, institutionId, 'guardian', guardian.id, groups) : {},
    guardian && groups.includes('religion') ? religionOf(db, actor, guardian.id) : null,
  ]);
  return {
    guardian: guardian && { ...guardian, religion },
    opened:
      guardian &&
      openedOf(EditGuardian, { ...guardian, ...(groups.includes('religion') && { religion }), custom: values }),
    groups,
    institutionId,
    institutions: actor.institutions.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })),
    phoneExample: phoneExample(membershipIn(actor, institutionId)!.countryId),
    place,
    words,
    custom: { fields, values },
  };
}

/** The restricted groups that a form or tab shows. */
export const restrictedIn = (
  groups: readonly FieldGroup[],
  { fields }: GuardianFormProps['custom'],
): RestrictedGroup[] =>
  groups.filter(
    (group): group is RestrictedGroup =>
      group === 'religion' || (isRestricted(group) && fields.some((field) => field.group === group)),
  );

const isRestricted = (group: FieldGroup): group is RestrictedGroup => group !== 'general';

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
