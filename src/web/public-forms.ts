import type { FastifyError, FastifyRequest } from 'fastify';
import { ValidationError, TooMany } from '#kernel/errors.ts';
import { answerTo, type Answer } from './answer-to-error.ts';
import { csrfToken } from './csrf.ts';
import { sessionCookie } from './cookies.ts';
import { visitorOf } from './visitors.ts';
import { Overloaded } from './limits/overload.ts';
import type { App } from './routes.ts';

/** The file of a form, without the folder that some browsers send. */
export interface SentFile {
  field: string;
  fileName: string;
  content: Buffer;
  isTooLarge: boolean;
}

/** Bytes of visitors' files in memory at once: anyone can send some, slowly. */
const maxBytesInMemory = 48 * 1_048_576;

/** Forms of public pages, which browsers send themselves: a token in the body, and perhaps a file beside it. */
export function registerPublicForms(app: App): void {
  const { secret } = app.services;
  let held = 0;

  app.decorateReply('visitor', function () {
    const { request } = this;
    return request.maybeActor ? request.cookies[sessionCookie]! : visitorOf(request, this);
  });

  app.decorateReply('formToken', function () {
    return csrfToken(secret, this.visitor());
  });

  app.decorateRequest('problemsOf', function (error: Error) {
    const answer = answerTo(error as FastifyError, this);
    if (answer.status >= 500 && !(error instanceof Overloaded)) this.log.error({ err: error }, 'request failed');
    return answer;
  });

  app.decorateRequest('sentFile', null);
  // With a callback: a promise here would make every request of the product wait a turn.
  app.addHook('preValidation', (request, reply, done) => {
    const bytes = request.routeOptions.config.takesFile;
    if (bytes === undefined || !request.isMultipart()) return done();
    const own = { bytes: 0 };
    reply.raw.once('close', () => {
      held -= own.bytes;
      own.bytes = 0;
    });
    const hold = (length: number) => {
      own.bytes += length;
      held += length;
      if (held > maxBytesInMemory)
        throw new TooMany(60, 'Many people are sending files. Wait a minute, then send it again.');
    };
    void receive(request, bytes, hold).then((body) => {
      request.body = body;
      done();
    }, done);
  });
}

/** Reads to the end even if the file is too large: browsers read the answer only then. */
async function receive(request: FastifyRequest, bytes: number, hold: (length: number) => void): Promise<object> {
  const fields: Record<string, unknown> = {};
  const limits = { fileSize: bytes, files: 1 };
  for await (const part of request.parts({ limits, throwFileSizeLimit: false } as object)) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hold(chunk.length);
      chunks.push(chunk);
    }
    // A form without a chosen file sends one without a name.
    if (!chunks.length && !part.filename) continue;
    if (!chunks.length) throw new ValidationError(part.fieldname, 'The file is empty. Choose another one.');
    const fileName = part.filename
      .split(/[\\/]/)
      .at(-1)!
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim();
    const { truncated } = part.file;
    request.sentFile = { field: part.fieldname, fileName, content: Buffer.concat(chunks), isTooLarge: truncated };
  }
  return fields;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Besides text, this form may send one file of at most so many bytes, which arrives in `request.sentFile`. */
    takesFile?: number;
  }
  interface FastifyRequest {
    sentFile: SentFile | null;
    /** What went wrong, in words for the form. */
    problemsOf(error: Error): Answer;
  }
  interface FastifyReply {
    /** What the CSRF token is bound to: a secret of this browser. */
    visitor(): string;
    /** The CSRF token for a form in this answer. */
    formToken(): string;
  }
}
