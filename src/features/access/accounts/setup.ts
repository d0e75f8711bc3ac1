import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Database, type Tx, query } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { day, line, optionalEmail } from '#kernel/schemas.ts';
import { startWithQuietHours } from '#kernel/messages/quiet-hours.ts';
import { NewInstitution, seedInstitution } from '#features/school/institutions/seed-institution.ts';
import { learnPublicAddress } from '#features/school/institutions/set-public-address.ts';
import { defaultTermsFor } from '#features/school/institutions/default-terms.ts';
import { academicSessions } from '#features/school/structure/structure.schema.ts';
import { oneTimeTokens } from './accounts.schema.ts';
import { hashToken, newToken } from '#kernel/secrets/keys.ts';
import { openSession, recordOwn, type Visit } from './sign-in/open-session.ts';
import { checkPassword, hashPassword } from './passwords/passwords.ts';
import type { Product } from '#web/feature.ts';
import { roleIdsOf } from './roles/roles.ts';
import { setPassword } from './passwords/revoke-tokens.ts';
import { personName } from '#kernel/person-name.ts';
import { phoneField } from '#kernel/phone.ts';

/** Starts with a letter and has no @ or +, so a username can never equal somebody's e-mail or phone. */
export const username = z
  .string({ error: 'A username is required.' })
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9._-]{2,79}$/,
    'Use at least 3 characters: letters, digits, dots and dashes, starting with a letter. Example: ngozi.eze.',
  );

/** A person's name and contacts. The phone is as typed; the verb parses it for the institution's country. */
export const AccountFields = z.object({ name: personName(200, 'The name'), email: optionalEmail, phone: phoneField });

export const taken = {
  accounts_username_key: ['username', 'This username is taken. Try adding a number or the middle name.'],
} satisfies Record<string, [string, string]>;

export const SetUp = NewInstitution.extend({
  token: z.string().max(100),
  sessionName: line(60, 'The name of the session'),
  startsOn: day,
  endsOn: day,
  ownerName: line(200, 'Your name'),
  username,
  email: AccountFields.shape.email,
  password: z.string({ error: 'A password is required.' }).min(1, 'A password is required.').max(1000),
}).refine(({ startsOn, endsOn }) => startsOn < endsOn, {
  path: ['endsOn'],
  error: 'The session must end after it begins.',
});

/** Creates the token for setting up an empty database; it is printed only in the terminal. */
export async function prepareSetup({ database }: { database: Database }): Promise<string> {
  const token = newToken();
  await database.anonymous(async (tx) => {
    await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.kind, 'setup'));
    await tx
      .insert(oneTimeTokens)
      .values({ tokenHash: hashToken(token), kind: 'setup', expiresAt: sql`now() + interval '24 hours'` });
  });
  return token;
}

const isOpen = (token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.kind, 'setup'),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  );

/** NotFound without a valid token, and always once the database is set up. */
export async function refuseClosedSetup(tx: Tx, token: string): Promise<void> {
  const answer = await query<{ isEmpty: boolean }>(tx, render)`select akada_is_empty() as "isEmpty"`;
  if (!answer[0]!.isEmpty || !(await tx.$count(oneTimeTokens, isOpen(token)))) throw new NotFound();
}

/**
 * Adds the first institution with its session and its owner, who is signed in. A concurrent second setup is refused.
 */
export async function setUp(
  database: Database,
  input: z.infer<typeof SetUp>,
  visit: Visit,
  origin: string | null,
  product: Product,
): Promise<{ session: string; accountId: number }> {
  await database.anonymous((tx) => refuseClosedSetup(tx, input.token));
  checkPassword('password', input.password, input.username);
  if (input.name.length < 2) throw new ValidationError('name', 'Use at least 2 letters.');
  const passwordHash = await hashPassword(input.password);
  return database.asSystem([], async (tx) => {
    // A lock id used nowhere else, so that only one setup succeeds even with two tokens.
    await tx.execute(sql`select pg_advisory_xact_lock(7234002)`);
    await refuseClosedSetup(tx, input.token);
    const institutionId = await seedInstitution(
      tx,
      { name: input.name, shortName: input.shortName, kind: input.kind },
      product,
      { terminology: defaultTermsFor(input.kind) },
    );
    await startWithQuietHours(tx, institutionId);
    const roleIds = await roleIdsOf(tx, institutionId);
    const { sessionName, startsOn, endsOn } = input;
    await tx.insert(academicSessions).values({ institutionId, name: sessionName, startsOn, endsOn, isCurrent: true });
    const [owner] = await tx
      .insert(accounts)
      .values({
        username: input.username,
        name: input.ownerName,
        email: input.email,
        homeInstitutionId: institutionId,
        // Adds further institutions, until it says that there is one school.
        isGroupAdministrator: true,
      })
      .returning({ id: accounts.id, name: accounts.name });
    await setPassword(tx, owner!.id, passwordHash);
    await tx.insert(memberships).values({ institutionId, accountId: owner!.id, roleId: roleIds.owner });
    await tx
      .update(oneTimeTokens)
      .set({ usedAt: sql`now()` })
      .where(isOpen(input.token));
    await record(tx, systemActor(institutionId, owner!.name, owner!.id), 'institutions.create', {
      institutionId,
      summary: `added ${input.name}`,
      subject: { type: 'institution', id: institutionId },
    });
    // The owner of the token reached the installation at its public address.
    if (origin) await learnPublicAddress(tx, systemActor(institutionId, owner!.name, owner!.id), origin);
    await recordOwn(tx, owner!, visit, 'accounts.signIn', 'signed in');
    return { session: await openSession(tx, owner!.id, visit), accountId: owner!.id };
  });
}
