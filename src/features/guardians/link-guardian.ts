import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { phoneField } from '#kernel/phone.ts';
import { checkbox, emptyIsNull, id, optionalEmail, optionalLine } from '#kernel/schemas.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import { studentGuardians } from '#features/people/people.schema.ts';
import { lockStudent } from '#features/students/lock-student.ts';
import { insertGuardian } from './create-guardian.ts';
import { calledGuardian, GuardianFields } from './guardian-fields.ts';
import { linkFields, linkLists, LinkFields } from './link-fields.ts';
import { lockGuardian, refuseOwnRecord } from './lock-guardian.ts';
import { clearNextOfKin } from './next-of-kin.ts';
import { recordLink } from './record-link.ts';

/** Somebody who is a guardian here already, or a new one in short. */
export const LinkGuardian = z
  .object({
    ...linkFields,
    guardianId: emptyIsNull(id),
    title: optionalLine(20, 'The title'),
    surname: optionalLine(100, 'The surname'),
    firstName: optionalLine(100, 'The first name'),
    mobile: phoneField,
    email: optionalEmail,
    confirm_alike: checkbox,
  })
  .superRefine(({ guardianId, surname, firstName }, context) => {
    if (guardianId !== null) return;
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (surname === null) refuse('surname', 'The surname is required.');
    if (firstName === null) refuse('firstName', 'The first name is required.');
  });

/** Makes somebody a guardian of the student. */
export async function linkGuardian(tx: Tx, actor: Actor, studentId: number, input: z.infer<typeof LinkGuardian>) {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  allow(actor, 'guardians.edit', institutionId);
  const guardian =
    input.guardianId === null
      ? await insertGuardian(
          tx,
          actor,
          { ...GuardianFields.omit({ custom: true }).parse(input), institutionId },
          input.confirm_alike,
        )
      : await lockGuardian(tx, actor, input.guardianId);
  if (guardian.institutionId !== institutionId) throw new NotFound('guardian');
  refuseOwnRecord(actor, guardian, 'guardianId');
  const fields = LinkFields.parse(input);
  const { relation } = await checkWords(tx, institutionId, linkLists, fields);
  const kin = fields.isNextOfKin ? await clearNextOfKin(tx, student, guardian.id) : null;
  const position = sql`(select coalesce(max(position), 0) + 1 from ${studentGuardians}
    where institution_id = ${institutionId} and student_id = ${studentId})`;
  const made = await tx
    .insert(studentGuardians)
    .values({ institutionId, studentId, guardianId: guardian.id, ...fields, relation, position: position as never })
    .onConflictDoNothing()
    .returning({ position: studentGuardians.position });
  if (made.length === 0)
    throw new Refused('guardianId', `${calledGuardian(guardian)} is a guardian of ${student.firstName} already.`);
  await recordLink(
    tx,
    actor,
    'guardians.link',
    { student, guardian },
    (who, whose) =>
      sentence`made ${who} guardian${relation ? ` (${relation.toLowerCase()})` : ''} of ${whose}${fields.isNextOfKin ? ` and next of kin${kin!.words}` : ''}`,
    { link: { ...fields, relation }, ...kin?.details },
  );
  return { name: calledGuardian(guardian), guardianId: guardian.id };
}
