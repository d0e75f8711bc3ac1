import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookie, dropCookie, dropRelease, putCookie, sessionCookie, stepCookie } from '#web/cookies.ts';
import { withDevice } from './known-devices.ts';
import { sessionDays, type Visit } from './open-session.ts';
import { stepMinutes } from './second-step.ts';

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

export function dropStep(request: FastifyRequest, reply: FastifyReply): void {
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
