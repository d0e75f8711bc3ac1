import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { withdrawLinked } from '#features/access/accounts/invitations/invite-linked.ts';
import { calledGuardian } from '../guardian-fields.ts';
import { lockGuardian } from '../lock-guardian.ts';
import { recordSignIn } from './record-sign-in.ts';

/** Removes the guardian's access to this institution immediately. The record is kept. */
export async function withdrawSignIn(tx: Tx, actor: Actor, guardianId: number): Promise<string> {
  const guardian = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.invite', guardian.institutionId);
  const taken = await withdrawLinked(tx, actor, guardian.institutionId, { guardianId });
  if (taken.length)
    await recordSignIn(tx, actor, guardian, 'withdraw', `disabled the account of ${calledGuardian(guardian)}`);
  return calledGuardian(guardian);
}
