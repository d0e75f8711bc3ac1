import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { auditEntries } from '#kernel/tables.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { calledGuardian } from './guardian-fields.ts';
import { isLink, lockLink, type LinkIds } from './link-fields.ts';
import { lockGuardian, refuseOwnRecord } from './lock-guardian.ts';
import { recordLink } from './record-link.ts';

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
