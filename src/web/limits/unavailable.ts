import { StaleActor } from '#kernel/database.ts';
import { databaseError, DiskFull, Uncertain } from '#kernel/errors.ts';
import { DatabaseAway } from '#kernel/postgres/watch.ts';

const away = 'The database is not responding. Your change was not saved. Try again in a moment.';
const full =
  'The server’s disk is full. Your change was not saved, but existing records can still be read. Ask your server administrator to free up space.';
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
