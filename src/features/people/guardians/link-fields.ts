import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { checkbox } from '#kernel/schemas.ts';
import { listWord } from '#features/records/people/person-fields.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { lockGuardian } from './lock-guardian.ts';

/** The fields of the link between a guardian and a child. */
export const linkFields = {
  relation: listWord('The relation'),
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
