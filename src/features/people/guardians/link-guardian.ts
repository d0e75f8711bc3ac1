import { sql, and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { sentence, recordMany, type AuditEntry, type PersonName, type Sentence } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { optionalPersonName } from '#kernel/person-name.ts';
import { phoneField } from '#kernel/phone.ts';
import { checkbox, emptyIsNull, id, optionalEmail, optionalLine } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { checkListValues } from '#features/records/lookups/check-list-values.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { insertGuardian, lockGuardian, refuseOwnRecord, calledGuardian, GuardianFields } from './create-guardian.ts';
import { outsidersOf } from './invitations/outsiders.ts';
import { students } from '#features/people/students/students.schema.ts';
import { listValue } from '#features/records/people/person-fields.ts';

interface Person {
  institutionId: number;
  id: number;
  title?: string | null;
  firstName: string;
  surname: string;
}

interface Link {
  student: Person;
  guardian: Person;
}

type Summary = (guardian: PersonName, student: PersonName) => Sentence;

/** A change of a link, for the history of both the guardian and the child. */
export function linkEntries(
  { student, guardian }: Link,
  summary: Summary,
  details: Record<string, unknown>,
): AuditEntry[] {
  // The replaced next of kin is removed from both histories once either person is erased.
  const named = (of: string, { id }: Person, name: string): PersonName => ({ of, id, name, details: [['cleared']] });
  const said = summary(
    named('guardian', guardian, calledGuardian(guardian)),
    named('student', student, `${student.firstName} ${student.surname}`),
  );
  return [
    { type: 'student', id: student.id },
    { type: 'guardian', id: guardian.id },
  ].map((subject) => ({
    institutionId: student.institutionId,
    summary: said,
    subject,
    details: { student: student.id, guardian: guardian.id, ...details },
  }));
}

/** Writes a change of a link into both histories. */
export const recordLink = (
  tx: Tx,
  actor: Actor,
  action: string,
  link: Link,
  summary: Summary,
  details: Record<string, unknown>,
): Promise<void> => recordMany(tx, actor, action, linkEntries(link, summary, details));

/** The fields of the link between a guardian and a child. */
const linkFields = {
  relation: listValue('The relation'),
  paysFees: checkbox,
  mayCollect: checkbox,
  receivesSms: checkbox,
  isNextOfKin: checkbox,
};
export const LinkFields = z.object(linkFields);
export type LinkFields = z.infer<typeof LinkFields>;

export const linkLists = { relation: 'guardianRelations' } as const;

export interface LinkIds {
  id: number;
  guardianId: number;
}

export const isLink = (institutionId: number, { id, guardianId }: LinkIds) =>
  and(
    eq(studentGuardians.institutionId, institutionId),
    eq(studentGuardians.studentId, id),
    eq(studentGuardians.guardianId, guardianId),
  );

/** Locks the student, the guardian and their link, for users who can edit it. */
export async function lockLink(tx: Tx, actor: Actor, ids: LinkIds) {
  const student = await lockStudent(tx, actor, ids.id);
  const guardian = await lockGuardian(tx, actor, ids.guardianId);
  allow(actor, 'guardians.edit', student.institutionId);
  const [link] = await tx.select().from(studentGuardians).where(isLink(student.institutionId, ids));
  if (!link) throw new NotFound('guardian');
  return { student, guardian, link };
}

/** An existing guardian, or a new one with a few fields. */
export const LinkGuardian = z
  .object({
    ...linkFields,
    guardianId: emptyIsNull(id),
    title: optionalLine(20, 'The title'),
    surname: optionalPersonName(100, 'The surname'),
    firstName: optionalPersonName(100, 'The first name'),
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

export const linkGuardianApproval = approvalKind({
  kind: 'guardians.link',
  label: 'Guardian',
  permission: 'guardians.edit',
  payload: z.object({
    studentId: z.number(),
    guardianId: z.number(),
    input: z.record(z.string(), z.unknown()),
    /** The request is emptied when either person is erased. */
    guardian: z.string(),
    student: z.string(),
  }),
  async act(tx, asker, { studentId, guardianId, input }, { decider }) {
    const fields = LinkGuardian.parse({ ...input, guardianId });
    const linked = await linkGuardian(tx, asker, studentId, fields, { decider });
    return { message: linked instanceof Requested ? linked.message : `${linked.name} is now a guardian.` };
  },
  details: (reader, { guardian, student }, institutionId) =>
    can(reader, 'guardians.view', institutionId)
      ? [
          ['Guardian', guardian],
          ['Child', student],
          [
            'Why approval is needed',
            'This guardian has an account and will see this child’s whole record. Check that the guardian belongs to the child’s family.',
          ],
        ]
      : [],
});

/** Links a guardian to a student. Needs approval if that shows the child to someone outside the family. */
export async function linkGuardian(
  tx: Tx,
  actor: Actor,
  studentId: number,
  input: z.infer<typeof LinkGuardian>,
  { decider }: { decider?: Actor } = {},
): Promise<{ name: string; guardianId: number } | Requested> {
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
  if (decider) refuseOwnRecord(decider, guardian);
  const fields = LinkFields.parse(input);
  const { relation } = await checkListValues(tx, institutionId, linkLists, fields);
  const called = calledGuardian(guardian);
  const child = `${student.firstName} ${student.surname}`;
  if (!decider && (await isOutsider(tx, actor, student, guardian.id)))
    return requestApproval(tx, actor, linkGuardianApproval, {
      institutionId,
      subject: { type: 'student', id: studentId },
      about: `guardian:${guardian.id}`,
      payload: { studentId, guardianId: guardian.id, input: fields, guardian: called, student: child },
      // Without the guardian's name: the log entry's subject is the child.
      summary: `add a guardian with an account to the family of ${child}`,
    });
  const kin = fields.isNextOfKin ? await clearNextOfKin(tx, student, guardian.id) : null;
  const position = sql`(select coalesce(max(position), 0) + 1 from ${studentGuardians}
    where institution_id = ${institutionId} and student_id = ${studentId})`;
  const made = await tx
    .insert(studentGuardians)
    .values({ institutionId, studentId, guardianId: guardian.id, ...fields, relation, position: position as never })
    .onConflictDoNothing()
    .returning({ position: studentGuardians.position });
  if (made.length === 0)
    throw new ValidationError('guardianId', `${called} is already a guardian of ${student.firstName}.`);
  await recordLink(
    tx,
    actor,
    'guardians.link',
    { student, guardian },
    (who, whose) =>
      sentence`made ${who} guardian${relation ? ` (${relation.toLowerCase()})` : ''} of ${whose}${fields.isNextOfKin ? ` and next of kin${kin!.words}` : ''}`,
    { link: { ...fields, relation }, ...kin?.details },
  );
  return { name: called, guardianId: guardian.id };
}

async function isOutsider(
  tx: Tx,
  actor: Actor,
  { institutionId, id }: { institutionId: number; id: number },
  guardianId: number,
): Promise<boolean> {
  const by = sql`${actor.accountId}::bigint`;
  return (await outsidersOf(tx, { institutionId, by }, [id], [guardianId])).size > 0;
}

type Student = Pick<
  typeof students.$inferSelect,
  'institutionId' | 'id' | 'nextOfKinName' | 'nextOfKinPhone' | 'nextOfKinRelation'
>;

/**
 * Removes the current next of kin, linked or entered on the record, before a guardian becomes next of kin. Returns the
 * removed values for the audit entry.
 */
export async function clearNextOfKin(tx: Tx, student: Student, guardianId: number) {
  const here = eq(studentGuardians.institutionId, student.institutionId);
  const others = await tx
    .update(studentGuardians)
    .set({ isNextOfKin: false })
    .where(
      and(
        here,
        eq(studentGuardians.studentId, student.id),
        ne(studentGuardians.guardianId, guardianId),
        eq(studentGuardians.isNextOfKin, true),
      ),
    )
    .returning({ guardianId: studentGuardians.guardianId });
  const { nextOfKinName, nextOfKinPhone, nextOfKinRelation } = student;
  const cleared = { nextOfKinName, nextOfKinPhone, nextOfKinRelation };
  const hadOwn = Object.values(cleared).some((value) => value !== null);
  if (hadOwn)
    await tx
      .update(students)
      .set({ nextOfKinName: null, nextOfKinPhone: null, nextOfKinRelation: null, updatedAt: sql`now()` })
      .where(hasKey(students, student.institutionId, student.id));
  return {
    words: hadOwn ? ', replacing the next of kin on the record' : '',
    details: {
      ...(hadOwn && { cleared }),
      ...(others[0] && { nextOfKinBefore: others[0].guardianId }),
    },
  };
}
