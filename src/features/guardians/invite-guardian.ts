import { asc, and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { phoneField, readChangedPhones } from '#kernel/phone.ts';
import { checkbox, optionalEmail } from '#kernel/schemas.ts';
import { username } from '#features/accounts/account-fields.ts';
import { memberships } from '#features/accounts/accounts.schema.ts';
import { inviteLinked, inviteLinkedAgain, withdrawLinked } from '#features/accounts/invite-linked.ts';
import { calledGuardian } from './guardian-fields.ts';
import { lockGuardian } from './lock-guardian.ts';

export const InviteGuardian = z.object({
  email: optionalEmail,
  phone: phoneField,
  username,
  isSamePerson: checkbox,
});

/** A sign-in with the role Guardian that shows the guardian's children and nobody else. */
export async function inviteGuardian(
  tx: Tx,
  actor: Actor,
  guardianId: number,
  input: z.infer<typeof InviteGuardian>,
  origin: string,
) {
  const guardian = await lockGuardian(tx, actor, guardianId);
  const { institutionId } = guardian;
  allow(actor, 'guardians.invite', institutionId);
  if (await accountOf(tx, guardian))
    throw new Refused('form', `${calledGuardian(guardian)} has a sign-in already. Reload the page to see it.`);
  const { countryId } = membershipIn(actor, institutionId)!;
  const { phone } = readChangedPhones(input, { phone: guardian.mobile ?? guardian.phone }, countryId, 'phone');
  const invited = await inviteLinked(
    tx,
    actor,
    'guardians.invite',
    {
      ...{ institutionId, role: 'guardian', links: { guardianId }, username: input.username },
      ...{ name: `${guardian.firstName} ${guardian.surname}`, email: input.email, phone },
      isSamePerson: input.isSamePerson,
    },
    origin,
  );
  await recordSignIn(
    tx,
    actor,
    guardian,
    'invite',
    invited.isNew
      ? `invited ${calledGuardian(guardian)} to sign in as ${invited.username}`
      : `connected ${calledGuardian(guardian)} with the sign-in of ${invited.name}`,
  );
  return invited;
}

/** Another link for who has lost the first. */
export async function inviteGuardianAgain(tx: Tx, actor: Actor, guardianId: number, origin: string) {
  const guardian = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.invite', guardian.institutionId);
  const accountId = await accountOf(tx, guardian);
  if (!accountId) throw new Refused('form', `${calledGuardian(guardian)} is not invited yet.`);
  const invited = await inviteLinkedAgain(tx, actor, 'guardians.invite', accountId, origin);
  await recordSignIn(
    tx,
    actor,
    guardian,
    'inviteAgain',
    `made a new invitation for ${calledGuardian(guardian)}, who signs in as ${invited.username}`,
  );
  return invited;
}

/** From the next click on the guardian sees nothing of this institution; the record stays. */
export async function withdrawSignIn(tx: Tx, actor: Actor, guardianId: number): Promise<string> {
  const guardian = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.invite', guardian.institutionId);
  const taken = await withdrawLinked(tx, actor, guardian.institutionId, { guardianId });
  if (taken.length)
    await recordSignIn(tx, actor, guardian, 'withdraw', `withdrew the sign-in of ${calledGuardian(guardian)}`);
  return calledGuardian(guardian);
}

const recordSignIn = (
  tx: Tx,
  actor: Actor,
  { institutionId, id }: { institutionId: number; id: number },
  what: string,
  summary: string,
) => record(tx, actor, `guardians.${what}`, { institutionId, summary, subject: { type: 'guardian', id } });

async function accountOf(tx: Tx, { institutionId, id }: { institutionId: number; id: number }) {
  const [row] = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.guardianId, id)))
    .orderBy(asc(memberships.id))
    .limit(1);
  return row?.accountId;
}
