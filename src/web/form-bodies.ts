import { parse } from 'node:querystring';
import type { App } from './routes.ts';

/** Bodies as forms without script send them, beside JSON: a name that comes several times is a list. */
export function registerFormBodies(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(body as string)),
  );
}
