import { may, type App } from './routes.ts';

/**
 * Public pages are the same for everyone and contain no token: the form requests one when it is first used, and gets
 * the files to preload.
 */
export function registerSignInToken(app: App): void {
  const { assets } = app.services;
  app.get('/sign-in/token', { config: may('public') }, async (_request, reply) => {
    const token = reply.formToken();
    return reply.header('Cache-Control', 'no-store').send({ token, ahead: assets.ahead });
  });
}
