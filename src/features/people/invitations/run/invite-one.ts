import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { newInvitation } from '#features/access/accounts/invitations/invite.ts';
import { addLinked, inviteLinkedAgain } from '#features/access/accounts/invitations/invite-linked.ts';
import { makeAccount } from '#features/access/accounts/make-account.ts';
import { proposeUsername } from '#features/people/guardians/invitations/propose-username.ts';
import { recordSignIn } from '#features/people/guardians/invitations/record-sign-in.ts';
import type { InviteeEntity, Role } from '../kinds.ts';
import type { Ready } from '../sort-out/sort-out.ts';

interface Context {
  tx: Tx;
  actor: Actor;
  institutionId: number;
  entity: InviteeEntity;
  role: Role;
  origin: string;
}

const how = { isUrgent: false };
/** Two people at once may want one username. */
const mostTries = 3;

/** Makes the account and sends its link, as the invitation of one person does; false if it is refused. */
export async function inviteOne(context: Context, person: Ready): Promise<boolean> {
  for (let left = mostTries; left > 0; left -= 1)
    if (await attempt(context.tx, () => invite(context, person))) return true;
  return false;
}

/** A new link in place of an expired one; false if it is refused. */
export const renewOne = (context: Context, person: Ready): Promise<boolean> =>
  attempt(context.tx, () => renew(context, person));

async function invite({ tx, actor, institutionId, entity, role, origin }: Context, person: Ready): Promise<void> {
  const { id, name, email, phone } = person;
  const username = await proposeUsername(tx, person, entity);
  if (entity === 'employee') {
    const input = { institution_id: institutionId, name, email, phone, username, role_ids: [role.id], employee_id: id };
    await makeAccount(tx, actor, input, origin, how);
    return;
  }
  const invitee = { institutionId, role: 'guardian' as const, links: { guardianId: id }, name, email, phone, username };
  await addLinked(tx, actor, role, invitee, origin, how);
  const at = { institutionId, id };
  await recordSignIn(tx, actor, at, 'invite', `invited ${name} as ${username}`, { email, phone });
}

async function renew({ tx, actor, institutionId, entity, origin }: Context, { id, name, accountId }: Ready) {
  if (entity === 'employee') {
    await newInvitation(tx, actor, accountId!, origin, how);
    return;
  }
  const invited = await inviteLinkedAgain(tx, actor, 'guardians.invite', accountId!, origin, how);
  const words = `made a new invitation for ${name}, who signs in as ${invited.username}`;
  await recordSignIn(tx, actor, { institutionId, id }, 'inviteAgain', words, invited);
}

/** One refusal, such as a username taken meanwhile, must not undo the others. */
async function attempt(tx: Tx, work: () => Promise<void>): Promise<boolean> {
  await tx.execute(sql`savepoint before_invitation`);
  try {
    await work();
    await tx.execute(sql`release savepoint before_invitation`);
    return true;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    await tx.execute(sql`rollback to savepoint before_invitation`);
    return false;
  }
}
