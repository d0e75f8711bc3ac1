import { type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { ownFamily } from '#features/students/own-family.ts';

/** Nobody lifts the hold of a student of their own family. */
export async function refuseOwn(tx: Tx, actor: Actor, institutionId: number, studentId: number): Promise<void> {
  if ((await ownFamily(tx, actor.accountId, institutionId)).has(studentId))
    throw new Refused('form', 'This student is of your own family. Ask somebody else who can lift holds.');
}
