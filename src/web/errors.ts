import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ConfirmFirst, NotFound, SignedOut, TooMany } from '#kernel/errors.ts';
import { page } from './page.ts';
import { isSwap } from './pages.ts';
import { ActorChanged } from './requests.ts';
import { dropCookie, sessionCookie } from './cookies.ts';
import type { App } from './routes.ts';
import { type Answer, answerTo } from './answer-to-error.ts';
import { plainAnswer } from './plain-answer.ts';
import { Overloaded } from './limits/overload.ts';
import { addressWithout, type ErrorProps } from './readable-url.ts';

const errorPage = page<ErrorProps>('error');

const titles: Record<number, string> = {
  400: 'Address not valid',
  401: 'You are signed out',
  403: 'No permission',
  404: 'Not found',
  408: 'Timed out',
  409: 'Already changed',
  413: 'Too large',
  415: 'Request not valid',
  422: 'There is a problem',
  428: 'Confirm it’s you',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
};

/** The one place that turns errors into answers: JSON for background requests and swaps, a page for addresses. */
export function registerErrors(app: App): void {
  app.decorate('movedTo', async () => null);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof SignedOut) return askToSignIn(request, reply);
    if (error instanceof ActorChanged) return reply.header('Cache-Control', 'no-store').seeOther(request.url);
    const elsewhere = error instanceof NotFound && request.method === 'GET' && (await app.movedTo(request));
    if (elsewhere) return reply.seeOther(elsewhere);
    if (error instanceof NotFound && (await isLost(request, reply))) return reply;
    // Said of a file that could not be read.
    for (const name of ['Content-Disposition', 'Content-Length', 'ETag']) reply.removeHeader(name);
    const answer = answerTo(error, request);
    if (answer.status >= 500 && !(error instanceof Overloaded)) request.log.error({ err: error }, 'request failed');
    if (error instanceof ConfirmFirst) reply.header('X-Confirm', error.by);
    if (error instanceof TooMany) reply.header('Retry-After', error.seconds);
    if (answer.status === 503) reply.header('Retry-After', 5);
    return tell(request, reply, answer);
  });
  /** Visitors who mistype an address stay on the school's own site. */
  const isLost = async (request: FastifyRequest, reply: FastifyReply) =>
    !request.maybeActor && wantsPage(request) && (await app.publicLost(request, reply));
  // Guessed addresses are limited too: the plugin only counts routes, and this is not one.
  const counted = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {};
  app.setNotFoundHandler(counted, async (request, reply) => {
    if (await isLost(request, reply)) return reply;
    return tell(request, reply, { status: 404, message: new NotFound().message });
  });
}

function askToSignIn(request: FastifyRequest, reply: FastifyReply): unknown {
  request.maybeActor = null;
  dropCookie(reply, sessionCookie);
  const isWrite = request.method !== 'GET';
  const back = isWrite ? pageOf(request) : request.url;
  const address = back === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(back)}`;
  if (isWrite && isSwap(request))
    reply.flash({
      tone: 'bad',
      message: 'You were signed out, so this was not saved. Sign in to continue where you left off.',
    });
  if (isSwap(request)) return reply.code(409).header('X-Inertia-Location', address).send();
  if (wantsPage(request)) return reply.code(302).header('Location', address).send();
  return reply.code(401).send({ message: new SignedOut().message });
}

/** The page that a form was sent from: the address of a write is often not a page. */
function pageOf({ headers, hostname }: FastifyRequest): string {
  const page = URL.parse(String(headers['x-xhr-referer'] ?? ''));
  return page?.hostname === hostname ? page.pathname + page.search : '/';
}

function tell(request: FastifyRequest, reply: FastifyReply, { status, message, errors, conflicts }: Answer): unknown {
  reply.header('Cache-Control', 'no-store');
  if (!wantsPage(request))
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ message, errors, conflicts }));
  // Sent by a form without a script, which no other page could show.
  if (request.method !== 'GET') return plainAnswer(reply.code(status), titles[status] ?? titles[500]!, message);
  const without = errors && addressWithout(request, Object.keys(errors));
  return reply.page(
    errorPage,
    {
      status,
      title: without ? 'Check the filters' : (titles[status] ?? titles[500]!),
      message,
      requestId: status >= 500 ? request.id : undefined,
      ...(without && { without }),
    },
    status,
  );
}

/** Addresses, and forms that browsers send themselves; other programs get JSON. */
export const wantsPage = (request: FastifyRequest) =>
  request.routeOptions.config?.may !== 'machine' &&
  (request.method === 'GET' || /form/.test(request.headers['content-type'] ?? '')) &&
  !isSwap(request) &&
  request.headers['x-requested-with'] === undefined &&
  /text\/html/.test(request.headers.accept ?? '');
