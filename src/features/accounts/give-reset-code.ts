import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { lockManaged } from './find-account.ts';
import { recordAbout } from './record-about.ts';
import { makeResetCode } from './reset-code.ts';

/** A code that an administrator reads out to who has forgotten his password. */
export async function giveResetCode(tx: Tx, actor: Actor, secret: Buffer, accountId: number): Promise<string> {
  const account = await lockManaged(tx, actor, accountId);
  if (account.disabledAt) throw new Refused('form', `${account.name}’s sign-in is disabled. Enable it first.`);
  if (!account.hasPassword)
    throw new Refused('form', `${account.name} has no password yet. Make a new invitation instead.`);
  await recordAbout(tx, actor, account, 'accounts.giveResetCode', `made a reset code for ${account.name}`);
  return makeResetCode(tx, secret, account.id);
}
