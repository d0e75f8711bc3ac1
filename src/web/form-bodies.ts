import { parse } from 'node:querystring';
import type { App } from './routes.ts';

/** Bodies of forms without scripts, besides JSON: a repeated name is a list. */
export function registerFormBodies(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(body as string)),
  );
  // A returned e-mail, as a mail server passes it on.
  app.addContentTypeParser('message/rfc822', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
