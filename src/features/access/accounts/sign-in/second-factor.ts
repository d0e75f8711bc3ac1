import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Tx } from '#kernel/database.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { recoveryCodes } from '../accounts.schema.ts';
import { newRecoveryCode } from '../codes.ts';
import { keyedHash, keyFor, seal, unsealBytes } from '#kernel/secrets/keys.ts';
import { isOrdinary, type RoleRights } from '../accounts.policy.ts';

const period = 30;
const recoveryCodeCount = 10;

const totpKey = (secret: Buffer) => keyFor(secret, 'akada:totp');

const authenticator = (bytes: Buffer, label = '') =>
  new TOTP({ issuer: 'Akada', label, period, digits: 6, secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });

/** Gives the account a secret to confirm. A confirmed one stays until it is removed. */
export async function prepareSecondFactor(tx: Tx, secret: Buffer, accountId: number): Promise<void> {
  const totpSecret = seal(totpKey(secret), Buffer.from(new Secret({ size: 20 }).buffer), accountId);
  await tx
    .insert(credentials)
    .values({ accountId, totpSecret })
    .onConflictDoUpdate({
      target: credentials.accountId,
      set: { totpSecret, totpLastStep: null },
      setWhere: isNull(credentials.totpConfirmedAt),
    });
}

/** The unconfirmed secret as a QR code and as text; null if there is none. */
export async function pendingSecondFactor(tx: Tx, secret: Buffer, accountId: number) {
  const [row] = await tx
    .select({ totpSecret: credentials.totpSecret, username: accounts.username })
    .from(credentials)
    .innerJoin(accounts, eq(accounts.id, credentials.accountId))
    .where(and(eq(credentials.accountId, accountId), isNull(credentials.totpConfirmedAt)));
  if (!row?.totpSecret) return null;
  const totp = authenticator(unsealBytes(totpKey(secret), row.totpSecret, accountId), row.username);
  return { qr: renderSVG(totp.toString(), { border: 2 }), text: totp.secret.base32.replace(/.{4}(?=.)/g, '$& ') };
}

/**
 * Accepts a code from the app once: its 30-second step must be later than the last accepted one. One step of clock
 * difference either way is allowed.
 */
export async function consumeCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
  const [row] = await tx
    .select({ totpSecret: credentials.totpSecret })
    .from(credentials)
    .where(eq(credentials.accountId, accountId));
  if (!row?.totpSecret || !/^\d{6}$/.test(code)) return false;
  const delta = authenticator(unsealBytes(totpKey(secret), row.totpSecret, accountId)).validate({
    token: code,
    window: 1,
  });
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 1000 / period) + delta;
  const taken = await tx
    .update(credentials)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(credentials.accountId, accountId),
        or(isNull(credentials.totpLastStep), lt(credentials.totpLastStep, step)),
      ),
    );
  return taken.rowCount === 1;
}

const recoveryHash = (secret: Buffer, accountId: number, code: string) =>
  keyedHash(keyFor(secret, 'akada:recovery'), `${accountId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

export async function consumeRecoveryCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
  const codeHash = recoveryHash(secret, accountId, code);
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    );
  return taken.rowCount === 1;
}

/** Replaces the recovery codes; only hashes are stored. */
export async function makeRecoveryCodes(tx: Tx, secret: Buffer, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, codeHash: recoveryHash(secret, accountId, code) })));
  return codes;
}

/** Confirms the second factor with its first code. Returns the recovery codes, or null if the code is wrong. */
export async function confirmSecondFactor(
  tx: Tx,
  secret: Buffer,
  accountId: number,
  code: string,
): Promise<string[] | null> {
  if (!(await consumeCode(tx, secret, accountId, code))) return null;
  const confirmed = await tx
    .update(credentials)
    .set({ totpConfirmedAt: sql`now()` })
    .where(and(eq(credentials.accountId, accountId), isNull(credentials.totpConfirmedAt)));
  return confirmed.rowCount === 1 ? makeRecoveryCodes(tx, secret, accountId) : null;
}

/** Whether to ask for the second factor, have it set up first, or neither. */
export async function secondFactorOf(tx: Tx, accountId: number): Promise<'code' | 'setUp' | 'none'> {
  const [own] = await tx
    .select({ confirmedAt: credentials.totpConfirmedAt })
    .from(credentials)
    .where(eq(credentials.accountId, accountId));
  if (own?.confirmedAt) return 'code';
  return (await isRequired(tx, accountId)) ? 'setUp' : 'none';
}

/** Whether an institution requires a second factor from users with more than view access to their own record. */
export async function isRequired(tx: Tx, accountId: number): Promise<boolean> {
  const [account] = await tx
    .select({
      isGroupAdministrator: accounts.isGroupAdministrator,
      strictIds: sql<number[]>`akada_strict_institutions(${accounts.id})`,
      roles: sql<RoleRights[]>`akada_roles_of(${accounts.id})`,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account !== undefined && isFactorRequired(account);
}

export const isFactorRequired = ({
  isGroupAdministrator,
  strictIds,
  roles,
}: {
  isGroupAdministrator: boolean;
  strictIds: number[];
  roles: RoleRights[];
}): boolean =>
  strictIds.length > 0 &&
  (isGroupAdministrator ||
    roles.some(
      ({ institutionId, permissions }) => strictIds.includes(institutionId) && !permissions.every(isOrdinary),
    ));
