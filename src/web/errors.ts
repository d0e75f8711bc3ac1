import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  ConfirmFirst,
  Conflict,
  databaseError,
  EditConflict,
  type FieldConflict,
  NotAllowed,
  NotFound,
  Refused,
  NotSigned,
  SignedOut,
  TooMany,
} from '#kernel/errors.ts';
import { sentenceCase } from '#kernel/validation-words.ts';
import { bodyTrouble } from './limits/arriving-bodies.ts';
import { nounOf, schemaWords } from './error-words.ts';
import { unavailable } from './limits/unavailable.ts';
import { page } from './page.ts';
import { isSwap } from './pages.ts';
import { ActorChanged } from './requests.ts';
import { dropCookie, sessionCookie } from './cookies.ts';
import type { App } from './routes.ts';

interface Answer {
  status: number;
  message: string;
  errors?: Record<string, string>;
  /** What somebody else has changed meanwhile, for the form to ask about. */
  conflicts?: FieldConflict[];
}

interface ErrorProps {
  status: number;
  title: string;
  message: string;
  requestId?: string;
  /** The same address without what is wrong in it. */
  without?: { label: string; href: string };
}
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
    if (error instanceof ActorChanged) return reply.header('Cache-Control', 'no-store').go(request.url);
    const elsewhere = error instanceof NotFound && request.method === 'GET' && (await app.movedTo(request));
    if (elsewhere) return reply.go(elsewhere);
    const answer = answerTo(error, request);
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
    if (error instanceof ConfirmFirst) reply.header('X-Confirm', error.by);
    if (error instanceof TooMany) reply.header('Retry-After', error.seconds);
    if (answer.status === 503) reply.header('Retry-After', 5);
    return tell(request, reply, answer);
  });
  // A page is drawn for whoever guesses addresses too: the plugin counts routes, and this is none.
  const counted = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {};
  app.setNotFoundHandler(counted, async (request, reply) => {
    // A visitor who took a wrong turn stays on the school's own site.
    const isVisitor = !request.maybeActor && wantsPage(request);
    if (isVisitor && (await app.publicLost(request, reply))) return reply;
    return tell(request, reply, { status: 404, message: new NotFound().message });
  });
}

/**
 * The address to route by: one whose path cannot be decoded, or that a browser would take for another host's when an
 * answer repeats it, is looked for under a name that nothing has.
 */
export function readableUrl({ url = '/' }: { url?: string }): string {
  if (!/^\/(?![/\\])/.test(url)) return '/unreadable-address';
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return url;
  } catch {
    return '/unreadable-address';
  }
}

function answerTo(error: FastifyError, request: FastifyRequest): Answer {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {};
    for (const { instancePath, message } of error.validation)
      errors[instancePath.slice(1).replaceAll('/', '.') || 'form'] ??= schemaWords(
        request,
        message ?? 'This value is not valid. Check it and try again.',
      );
    const fromForm = error.validationContext === 'body';
    const [field, message] = Object.entries(errors)[0] ?? ['form', 'This value is not valid. Check it and try again.'];
    // An id in a path that is no id is an address that does not exist.
    if (error.validationContext === 'params') return { status: 404, message: new NotFound().message };
    return fromForm
      ? { status: 422, message, errors }
      : { status: 400, message: `${labelOf(field)}: ${message}`, errors };
  }
  // The page in view shows a form's errors; an address has none to show them on and is loaded fully.
  if (error instanceof Refused)
    return {
      status: request.method === 'GET' && isSwap(request) ? 400 : 422,
      message: error.message,
      errors: error.errors,
    };
  if (error instanceof ConfirmFirst) return { status: 428, message: error.message };
  if (error instanceof NotAllowed) return { status: 403, message: error.message };
  if (error instanceof NotFound) return { status: 404, message: new NotFound(nounOf(request, error.what)).message };
  if (error instanceof EditConflict) return { status: 409, message: error.message, conflicts: error.conflicts };
  if (error instanceof Conflict) return { status: 409, message: error.message };
  if (error instanceof NotSigned) return { status: 401, message: error.message };
  if (error instanceof TooMany) return { status: 429, message: error.message };
  const status = error.statusCode ?? 500;
  if (status === 413)
    return {
      status,
      message: 'This is too large to send. Make it smaller and try again.',
      errors: { form: 'This is too large to send. Make it smaller and try again.' },
    };
  const trouble = bodyTrouble(error);
  if (trouble) return { status, message: trouble, errors: { form: trouble } };
  if (status === 429) return { status, message: 'Too many requests. Wait a minute, then continue.' };
  if (status < 500) return { status, message: 'The request is not valid. Reload the page and try again.' };
  if (isBrokenUpload(error)) return { status: 400, message: 'The upload was incomplete. Upload the file again.' };
  const outage = unavailable(error, request.method === 'GET');
  if (outage) return { status: 503, message: outage };
  return (
    databaseRefusal(error) ?? {
      status: 500,
      message: `A server error occurred (reference ${request.id}). Your change was not saved.`,
    }
  );
}

/** Constraints have the last word when two people write at once. */
function databaseRefusal(error: unknown): Answer | null {
  switch (databaseError(error)?.code) {
    case '23505':
      return { status: 409, message: 'This already exists. Reload the page to see it.' };
    case '23503':
      return { status: 409, message: 'This is in use, or the record it belongs to was deleted. Reload the page.' };
    // What came by a way that no schema reads, such as the place in a list that an address carries.
    case '22021':
    case '22P05':
      return { status: 400, message: 'The request is not valid. Reload the page and try again.' };
    case '40001':
    case '40P01':
      return { status: 409, message: 'Someone else changed this at the same time. Try again.' };
    default:
      return null;
  }
}

/** What the parser says of a body that ends too early or is none; it gives its errors no status. */
const isBrokenUpload = ({ message }: Error) =>
  /unexpected end of multipart data|^Multipart: Boundary|^The needle cannot/i.test(message);

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

/** The page that a form was sent from: the address of a write is often none. */
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

/** A filter's name on the screen, nearly: 'sign_in' → 'Sign in'. */
const labelOf = (field: string): string =>
  addressLabels[field] ??
  (field.startsWith('custom.') ? 'Custom field' : sentenceCase(field.replace(/\.\d+$/, '').replace(/_id$/, '')));
const addressLabels: Record<string, string> = { q: 'Search', after: 'Page', before: 'Page', papers: 'Documents' };

/** One wrong filter does not lose the others: the way on to the same list without it. */
function addressWithout(request: FastifyRequest, fields: string[]): ErrorProps['without'] {
  const url = new URL(request.url, 'http://here');
  const isWrong = (name: string) => fields.some((field) => field === name || field.startsWith(`${name}.`));
  const wrong = [...new Set(url.searchParams.keys())].filter(isWrong);
  if (wrong.length === 0) return undefined;
  for (const name of wrong) url.searchParams.delete(name);
  const label = wrong.length === 1 ? `Continue without “${labelOf(wrong[0]!)}”` : 'Continue without these filters';
  return { label, href: url.pathname + url.search };
}

const wantsPage = (request: FastifyRequest) =>
  request.method === 'GET' &&
  !isSwap(request) &&
  request.headers['x-requested-with'] === undefined &&
  /text\/html/.test(request.headers.accept ?? '');
