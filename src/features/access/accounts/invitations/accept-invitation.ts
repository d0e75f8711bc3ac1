import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts, institutions, memberships, roles } from '#kernel/identity.schema.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { hashToken } from '#kernel/secrets/keys.ts';
import { claimAddresses } from './offers.ts';
import { enterInstitutionsOf, openSession, recordOwn, type Visit, type AuthServices } from '../sign-in/open-session.ts';
import { checkPassword, hashPassword } from '../passwords/passwords.ts';
import { openStep, type SignedIn } from '../sign-in/second-step.ts';
import { secondFactorOf } from '../sign-in/second-factor.ts';
import { setPassword } from '../passwords/revoke-tokens.ts';

export const AcceptInvitation = z.object({
  password: z.string({ error: 'A password is required.' }).min(1, 'A password is required.').max(1000),
});

const isOpen = (token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.kind, 'invitation'),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  );

/** The invited person and institutions; NotFound when the link was used, replaced or has expired. */
export async function invited(tx: Tx, token: string) {
  const [person] = await tx
    .select({ id: accounts.id, name: accounts.name, username: accounts.username })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .where(and(isOpen(token), isNull(accounts.disabledAt)));
  if (!person) throw new NotFound('invitation');
  await enterInstitutionsOf(tx, person.id);
  const places = await tx
    .select({
      name: institutions.name,
      roles: sql<string[]>`array(select r.name from ${memberships} m
        join ${roles} r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = ${person.id} and m.institution_id = institutions.id order by m.id)`,
    })
    .from(institutions)
    .orderBy(institutions.id);
  return { ...person, places };
}

/** Sets the first password and signs in, or continues to two-step verification. */
export async function acceptInvitation(
  services: AuthServices,
  token: string,
  input: z.infer<typeof AcceptInvitation>,
  visit: Visit,
): Promise<SignedIn> {
  const person = await services.database.anonymous((tx) => invited(tx, token));
  checkPassword('password', input.password, person.username);
  const passwordHash = await hashPassword(input.password);
  return services.database.anonymous(async (tx) => {
    const used = await tx
      .update(oneTimeTokens)
      .set({ usedAt: sql`now()` })
      .where(isOpen(token));
    if (used.rowCount !== 1) throw new NotFound('invitation');
    await setPassword(tx, person.id, passwordHash);
    await claimAddresses(tx, person.id);
    await recordOwn(tx, person, visit, 'accounts.acceptInvitation', 'accepted the invitation and signed in');
    const factor = await secondFactorOf(tx, person.id);
    if (factor !== 'none') return openStep(tx, services.secret, person.id, factor);
    return { session: await openSession(tx, person.id, visit), accountId: person.id };
  });
}
