import type { FastifyError, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  ConfirmFirst,
  Conflict,
  databaseError,
  EditConflict,
  type FieldConflict,
  NotAllowed,
  NotFound,
  ValidationError,
  NotSigned,
  TooMany,
  DiskFull,
  StoreAway,
  Uncertain,
} from '#kernel/errors.ts';
import { bodyTrouble } from './limits/arriving-trouble.ts';
import { isSwap } from './pages.ts';
import { labelOf } from './readable-url.ts';
import { commonTerms } from './client/common-terms.ts';
import { withTerms } from './client/with-terms.ts';
import { plainTerms, type Terms } from './shell.ts';
import { StaleActor } from '#kernel/database.ts';
import { DatabaseAway } from '#kernel/postgres/watch.ts';

export interface Answer {
  status: number;
  message: string;
  errors?: Record<string, string>;
  /** Other users' changes, for the form to ask about. */
  conflicts?: FieldConflict[];
}

export function answerTo(error: FastifyError, request: FastifyRequest): Answer {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {};
    for (const { instancePath, message } of error.validation)
      errors[instancePath.slice(1).replaceAll('/', '.') || 'form'] ??= schemaWords(
        request,
        message ?? 'This value is not valid. Check it and try again.',
      );
    const fromForm = error.validationContext === 'body';
    const [field, message] = Object.entries(errors)[0] ?? ['form', 'This value is not valid. Check it and try again.'];
    // An invalid id in a path is an address that does not exist.
    if (error.validationContext === 'params') return { status: 404, message: new NotFound().message };
    return fromForm
      ? { status: 422, message, errors }
      : { status: 400, message: `${labelOf(field)}: ${message}`, errors };
  }
  // The current page shows a form's errors; a GET has no form and is loaded fully.
  if (error instanceof ValidationError)
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
    databaseRefusal(error, request.method === 'GET') ?? {
      status: 500,
      message: `A server error occurred (reference ${request.id}). Your change was not saved.`,
    }
  );
}

/** Constraints decide when two people write at once. */
function databaseRefusal(error: unknown, isRead: boolean): Answer | null {
  switch (databaseError(error)?.code) {
    case '23505':
      return { status: 409, message: 'This already exists. Reload the page to see it.' };
    case '23503':
      return { status: 409, message: 'This is in use, or the record it belongs to was deleted. Reload the page.' };
    // Data that no schema validates, such as a cursor, or an id that no record can have.
    case '22021':
    case '22P05':
      return { status: 400, message: 'The request is not valid. Reload the page and try again.' };
    case '22003':
      return { status: isRead ? 400 : 422, message: 'A number is too large. Check the numbers and try again.' };
    case '40001':
    case '40P01':
      return { status: 409, message: 'Someone else changed this at the same time. Try again.' };
    default:
      return null;
  }
}

/** The parser's errors for an incomplete or invalid body; they have no status. */
const isBrokenUpload = ({ message }: Error) =>
  /unexpected end of multipart data|^Multipart: Boundary|^The needle cannot/i.test(message);

/**
 * The terms of the institution in the request, else the shared ones. A schema is validated before it is known whose
 * record it is about.
 */
function termsOf({ maybeActor, query, body }: FastifyRequest): Terms {
  const all = maybeActor?.institutions ?? [];
  const named = [query, body].map((sent) => {
    const { institution_id, institutionId } = (sent ?? {}) as Record<string, unknown>;
    return Number(institution_id ?? institutionId);
  });
  const institution = all.find(({ id }) => named.includes(id));
  return commonTerms((institution ? [institution] : all).map(({ terminology }) => ({ ...plainTerms, ...terminology })));
}

/** A schema's message, with the institution's term for `{batch}`. */
const schemaWords = (request: FastifyRequest, message: string): string =>
  message.includes('{') ? withTerms(message, termsOf(request)) : message;

/** The institution's term for 'batch'; other nouns stay. */
const nounOf = (request: FastifyRequest, noun: string): string =>
  noun in plainTerms ? termsOf(request)[noun as keyof Terms].toLowerCase() : noun;

const away = 'The database is not responding. Your change was not saved. Try again in a moment.';
const full =
  'The server’s disk is full. Your change was not saved, but existing records can still be read. Ask your server administrator to free up space.';
const storeAway =
  'The store of uploaded files is not responding. Your change was not saved. Try again in a moment; if it continues, tell your server administrator.';
const busy = 'The server is busy. Your change was not saved. Try again in a moment.';
const slow = 'This took too long and was stopped. Your change was not saved. Try again in a moment.';
const slowRead = 'This took too long and was stopped. Use fewer filters or a longer search word, then try again.';
const held = 'Someone else is changing the same records. Your change was not saved. Try again in a moment.';
const uncertain =
  'The database connection was lost while saving. Check whether your change was saved before you try again.';

/** Errors of PostgreSQL (SQLSTATE) and the system (errno) that mean it cannot work, as messages; longest first. */
const words: [code: RegExp, message: string][] = [
  [/^(53100|ENOSPC|EDQUOT)$/, full],
  [/^(53|EMFILE|ENFILE)/, busy],
  // A deadlock: the database lets one of the two continue.
  [/^(55P03|40P01|40001)/, held],
  [/^57014/, slow],
  // A read-only server is a standby that is being promoted.
  [/^(08|57P|25P0[34]|25006|58030|XX00|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN)/, away],
];

/** The message for a temporary failure, or undefined for any other error. For reads it does not mention saving. */
export function unavailable(error: Error & { statusCode?: number }, isLook = false): string | undefined {
  const sentence = sentenceFor(error);
  if (!isLook) return sentence;
  return sentence === slow ? slowRead : sentence?.replace(' Your change was not saved.', '');
}

function sentenceFor(error: Error & { statusCode?: number }): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof Uncertain) return uncertain;
    if (at instanceof DiskFull) return full;
    if (at instanceof StoreAway) return storeAway;
    if (at instanceof DatabaseAway) return away;
    // The user's permissions keep changing while they are loaded. No reason to end the session.
    if (at instanceof StaleActor) return busy;
    const { code: errno = '', syscall } = at as NodeJS.ErrnoException;
    const code = databaseError(at)?.code ?? (errno === 'ENOENT' && syscall === 'connect' ? 'ECONNREFUSED' : errno);
    const found = words.find(([pattern]) => pattern.test(code));
    if (found) return found[1];
    // The driver's own errors have no code.
    if (/timeout exceeded when trying to connect/i.test(at.message)) return busy;
    if (/Connection terminated|not queryable|connection is closed|Cannot use a pool/i.test(at.message)) return away;
  }
  return error.statusCode === 503 ? busy : undefined;
}
