import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { hashToken, keyedHash, keyFor, newToken } from '#kernel/secrets/keys.ts';
import { openSession, recordOwn, type Person, type Visit, type AuthServices, sessionDays } from './open-session.ts';
import { confirmSecondFactor, prepareSecondFactor, consumeCode, consumeRecoveryCode } from './second-factor.ts';
import { notifyOfNewDevice } from '../notify-account.ts';
import { countGuess, clearFailures, refuseBlocked } from './throttle.ts';
import { timingSafeEqual } from 'node:crypto';
import { laneFor } from '#kernel/secrets/device-lane.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookie, dropCookie, dropRelease, putCookie, sessionCookie, stepCookie } from '#web/cookies.ts';

/** A session, or a second-factor step first: entering the code or setting it up. */
export type SignedIn = { session: string; accountId: number } | { step: string; needs: 'code' | 'setUp' };

const stepMinutes = 10;

const triesAStep = 5;

export const GiveCode = z.object({
  code: z.string({ error: 'The code is required.' }).trim().min(1, 'The code is required.').max(40),
  next: z.string().max(2000).optional(),
});

/** A short-lived token that proves the password was correct. */
export async function openStep(tx: Tx, secret: Buffer, accountId: number, needs: 'code' | 'setUp'): Promise<SignedIn> {
  if (needs === 'setUp') await prepareSecondFactor(tx, secret, accountId);
  const step = newToken();
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, 'second_step')));
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashToken(step),
    kind: 'second_step',
    accountId,
    expiresAt: sql`now() + make_interval(mins => ${stepMinutes})`,
  });
  return { step, needs };
}

const isOpen = (step: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(step)),
    eq(oneTimeTokens.kind, 'second_step'),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
    lt(oneTimeTokens.attempts, triesAStep),
  );

/** The person between password and code; null if the step has expired. */
export async function personAt(tx: Tx, step: string): Promise<(Person & { needs: 'code' | 'setUp' }) | null> {
  const [row] = await tx
    .select({ id: accounts.id, name: accounts.name, confirmedAt: credentials.totpConfirmedAt })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(isOpen(step), isNull(accounts.disabledAt)));
  return row ? { id: row.id, name: row.name, needs: row.confirmedAt ? 'code' : 'setUp' } : null;
}

/** Completes the step with a code from the app or a recovery code. Null if the step has expired. */
export async function giveCode(
  services: AuthServices,
  step: string,
  code: string,
  visit: Visit,
): Promise<{ session: string; accountId: number; codes?: string[] } | null> {
  const tried = await services.database.anonymous(async (tx) => {
    const person = await personAt(tx, step);
    if (!person) return null;
    await tx
      .update(oneTimeTokens)
      .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
      .where(isOpen(step));
    // Steps can be restarted with the password, so attempts are counted across all of them.
    return {
      person,
      wait: await countGuess(tx, codeKey(person.id, knownDevice(services.secret, visit.devices, person.id))),
    };
  });
  if (!tried) return null;
  refuseBlocked(tried.wait);
  return services.database.anonymous((tx) => finish(tx, services.secret, tried.person, step, code, visit));
}

/** A known device is counted separately, so that someone who only has the password cannot lock out the owner. */
export const codeKey = (accountId: number, device: string | null = null) =>
  `code:${accountId}${device ? `:${device}` : ''}`;

export const wrongCode = () =>
  new ValidationError('code', 'Incorrect code. Wait for the app to show the next one, then enter it.');

async function finish(
  tx: Tx,
  secret: Buffer,
  person: NonNullable<Awaited<ReturnType<typeof personAt>>>,
  step: string,
  typed: string,
  visit: Visit,
) {
  const { id } = person;
  const code = typed.replace(/\s/g, '');
  let codes: string[] | undefined;
  let summary = 'signed in with two-step verification';
  if (person.needs === 'setUp') {
    codes = (await confirmSecondFactor(tx, secret, id, code)) ?? undefined;
    if (!codes) throw wrongCode();
    summary = 'turned on two-step verification and signed in';
  } else if (!(await consumeCode(tx, secret, id, code))) {
    if (!(await consumeRecoveryCode(tx, secret, id, code))) throw wrongCode();
    summary = 'signed in with a recovery code';
  }
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeTokens.tokenHash, hashToken(step)), isNull(oneTimeTokens.usedAt)));
  if (used.rowCount !== 1) throw wrongCode();
  await clearFailures(tx, [codeKey(id, knownDevice(secret, visit.devices, id))]);
  await recordOwn(tx, person, visit, 'accounts.signIn', summary);
  await notifyOfNewDevice(tx, id, visit);
  return { session: await openSession(tx, id, visit), accountId: id, codes };
}

/** Accounts that share one browser, as on a school's computer. */
const maxAccountsPerBrowser = 8;

const macOf = (secret: Buffer, accountId: number, device: string) =>
  keyedHash(keyFor(secret, 'akada:device'), `${accountId}:${device}`).toString('base64url');

/** The cookie names no account, so it can only be checked for a given one. */
function entriesOf(cookie: string): string[] {
  const entries = cookie.slice(0, 1000).split('~');
  return entries
    .filter((entry) => /^[\w-]{16}\.[\w-]{43}(\.[\w-]{12}\.[\w-]{22})?$/.test(entry))
    .slice(0, maxAccountsPerBrowser);
}

function isOf(secret: Buffer, accountId: number, entry: string): boolean {
  const [device, mac] = entry.split('.') as [string, string];
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, accountId, device)));
}

/**
 * The id of this device for an account that has signed in on it before, or null. Failed attempts on it are counted
 * separately, so that strangers cannot lock the owner out. It grants no access by itself. Checks every entry, so that
 * timing reveals nothing.
 */
export function knownDevice(secret: Buffer, cookie: string, accountId: number): string | null {
  const [known] = entriesOf(cookie).filter((entry) => isOf(secret, accountId, entry));
  return known?.slice(0, 16) ?? null;
}

/** The cookie with this device marked as known to the account that just signed in. */
function withDevice(secret: Buffer, cookie: string, accountId: number): string {
  const device = knownDevice(secret, cookie, accountId) ?? newToken().slice(0, 16);
  const own = `${device}.${macOf(secret, accountId, device)}.${laneFor(secret, accountId, device)}`;
  const others = entriesOf(cookie).filter((entry) => !isOf(secret, accountId, entry));
  return [own, ...others].slice(0, maxAccountsPerBrowser).join('~');
}

const deviceDays = 400;

/** The visitor's device and address, for sessions and the log. */
export const visitOf = (request: FastifyRequest): Visit => ({
  address: request.ip,
  device: deviceOf(request.headers['user-agent']),
  requestId: request.id,
  sessionToken: request.sessionToken,
  devices: request.cookies[deviceCookie] ?? '',
});

/** The requested address if it is on this site; else the home page. */
export function safeNext(next: string | undefined): string {
  const home = '/';
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return home;
  const { origin, pathname, search } = new URL(next, 'http://own');
  if (origin !== 'http://own' || /^\/(sign-in|sign-out|setup|\/)/.test(pathname)) return home;
  return pathname + search;
}

/**
 * Sets the session cookie and marks the browser as known to the account. The next page is fully loaded, with the
 * session's CSRF token.
 */
export function carrySession(
  request: FastifyRequest,
  reply: FastifyReply,
  { session, accountId }: { session: string; accountId: number },
): FastifyReply {
  dropStep(request, reply);
  rememberDevice(request, reply, accountId);
  return putCookie(reply, sessionCookie, session, { maxAge: sessionDays * 86_400 });
}

/** Marks the browser as a known device of an account, so that strangers' attempts cannot block it. */
export const rememberDevice = (request: FastifyRequest, reply: FastifyReply, accountId: number) =>
  putCookie(
    reply,
    deviceCookie,
    withDevice(request.server.services.secret, request.cookies[deviceCookie] ?? '', accountId),
    { maxAge: deviceDays * 86_400 },
  );

/** Removes the session cookie and cached pictures of people from the browser; with them go our own files. */
export const dropSession = (reply: FastifyReply) =>
  dropRelease(dropCookie(reply, sessionCookie)).header('Clear-Site-Data', '"cache"');

export const carryStep = (reply: FastifyReply, step: string) =>
  putCookie(reply, stepCookie, step, { maxAge: stepMinutes * 60 });

export const stepOf = (request: FastifyRequest): string => request.cookies[stepCookie] ?? '';

function dropStep(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[stepCookie]) dropCookie(reply, stepCookie);
}

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/UCBrowser/, 'UC Browser'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom(e|ium)|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** 'Chrome on Windows': enough for people to recognise their own devices. */
function deviceOf(userAgent: string | undefined): string {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
}
