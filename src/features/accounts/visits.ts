import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, sessionCookie } from '#web/requests.ts';
import { deviceOf } from './devices.ts';
import { sessionDays, type Visit } from './open-session.ts';
import { stepMinutes } from './second-step.ts';

const stepCookie = 'akada_second_step';
const stepPath = '/sign-in';

/** Who knocks, for a session or the log. */
export const visitOf = (request: FastifyRequest): Visit => ({
  address: request.ip,
  device: deviceOf(request.headers['user-agent']),
  requestId: request.id,
  sessionToken: request.sessionToken,
});

/** The address a person wanted, when it is one of ours; else the home page. */
export function safeNext(next: string | undefined): string {
  const home = '/';
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return home;
  const { origin, pathname, search } = new URL(next, 'http://own');
  if (origin !== 'http://own' || /^\/(sign-in|sign-out|setup|\/)/.test(pathname)) return home;
  return pathname + search;
}

/** Gives the browser its session; every page after it is loaded anew, with the session's own CSRF token. */
export function carrySession(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
  dropStep(request, reply);
  return reply.setCookie(sessionCookie, token, { ...cookieOptions(request), maxAge: sessionDays * 86_400 });
}

export const dropSession = (reply: FastifyReply) => reply.clearCookie(sessionCookie, { path: '/' });

export const carryStep = (request: FastifyRequest, reply: FastifyReply, step: string) =>
  reply.setCookie(stepCookie, step, { ...cookieOptions(request), path: stepPath, maxAge: stepMinutes * 60 });

export const stepOf = (request: FastifyRequest): string => request.cookies[stepCookie] ?? '';

export function dropStep(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[stepCookie]) reply.clearCookie(stepCookie, { path: stepPath });
}
