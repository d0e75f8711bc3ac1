import type { App } from './routes.ts';

/**
 * Removes from all input what PostgreSQL cannot store: NUL, which no keyboard has, and half a surrogate pair, which a
 * maxlength can leave of an emoji. Of marks on one letter the first 30 stay, as in the Stream-Safe Text Format of UAX
 * #15: to compose a text takes the square of their number, and a megabyte of them would hold the server for hours.
 */
export function registerStorable(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // An address arrives as UTF-8 bytes, so it contains no half characters.
    if (request.url.includes('%00')) for (const part of [request.params, request.query]) makeStorable(part);
    makeStorable(request.body);
    done();
  });
}

const manyMarks = /(\p{M}{30})\p{M}+/gu;

export const sanitizeInput = (text: string): string =>
  text.replaceAll('\0', ' ').toWellFormed().replace(manyMarks, '$1');

/** Not recursive: a body can be nested as deep as it is long. */
function makeStorable(whole: unknown): void {
  const waiting = [whole];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) continue;
    const record = part as Record<string, unknown>;
    for (const [name, value] of Object.entries(record)) {
      if (typeof value === 'string') record[name] = sanitizeInput(value);
      else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
}
