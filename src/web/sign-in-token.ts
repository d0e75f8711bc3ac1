import { csrfToken } from './csrf.ts';
import { sessionCookie } from './cookies.ts';
import { visitorOf } from './requests.ts';
import { may, type App } from './routes.ts';

/**
 * Public pages are the same for everyone and contain no token: the form requests one when it is first used, and gets
 * the files to preload.
 */
export function registerSignInToken(app: App): void {
  const { assets, secret } = app.services;
  app.get('/sign-in/token', { config: may('public') }, async (request, reply) => {
    const browser = request.maybeActor ? request.cookies[sessionCookie]! : visitorOf(request, reply);
    return reply
      .header('Cache-Control', 'no-store')
      .send({ token: csrfToken(secret, browser), ahead: assets.publicPage.signedIn.map((file) => `/assets/${file}`) });
  });
}
