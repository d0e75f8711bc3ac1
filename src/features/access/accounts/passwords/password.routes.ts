import { z } from 'zod';
import { may, type App } from '#web/routes.ts';
import { ownInvitationPage } from '../accounts.pages.ts';
import { forgotPasswordPage, invitationPage, resetPasswordPage } from '../entrance.pages.ts';
import { pendingCodes, ForgotPassword, forgotPassword } from './forgot-password.ts';
import { acceptInvitation, AcceptInvitation, invited } from '../invitations/accept-invitation.ts';
import { ResetPassword, resetPassword } from './reset-password.ts';
import { carrySession, carryStep, dropSession, rememberDevice, visitOf } from '../sign-in/visits.ts';

const open = may('public');
const params = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** Setting a first password by link, or a forgotten one by code. */
export function passwordRoutes(app: App): void {
  const { database } = app.services;

  app.addHook('onClose', () => pendingCodes().then(() => {}));

  const forgot = { action: '/forgot-password' };
  const reset = { action: '/reset-password' };

  app.get('/forgot-password', { config: open }, async (_request, reply) =>
    reply.entrance(forgotPasswordPage, {}, forgot),
  );

  app.post(
    '/forgot-password',
    {
      config: { ...open, takesForm: true },
      schema: { body: ForgotPassword },
      errorHandler: (error, _request, reply) =>
        reply.entranceAgain(error, { page: forgotPasswordPage, props: () => ({}), keeps: ['identifier'], ...forgot }),
    },
    async (request, reply) => {
      await forgotPassword(app.services, request.body, visitOf(request), (error) => request.log.error(error));
      return reply.go(`/reset-password?for=${encodeURIComponent(request.body.identifier)}`);
    },
  );

  app.get(
    '/reset-password',
    { config: open, schema: { querystring: z.object({ for: z.string().max(200).default('') }) } },
    async (request, reply) => {
      const { for: identifier } = request.query;
      return reply.entrance(resetPasswordPage, { isSent: Boolean(identifier) }, { ...reset, values: { identifier } });
    },
  );

  app.post(
    '/reset-password',
    {
      config: { ...open, takesForm: true },
      schema: { body: ResetPassword },
      errorHandler: (error, _request, reply) =>
        reply.entranceAgain(error, {
          page: resetPasswordPage,
          props: () => ({ isSent: false }),
          keeps: ['identifier', 'code'],
          ...reset,
        }),
    },
    async (request, reply) => {
      const accountId = await resetPassword(app.services, request.body, visitOf(request));
      // The code proved the person, so this device is no longer blocked by strangers' attempts.
      rememberDevice(request, reply, accountId);
      return dropSession(reply).flash('Your password was changed. Sign in with it.').fullReload('/sign-in');
    },
  );

  const invitation = async (token: string) => {
    const { name, username, places } = await database.anonymous((tx) => invited(tx, token));
    return { name, username, places };
  };

  app.get('/invitations/:token', { config: open, schema: { params } }, async (request, reply) => {
    const { token } = request.params;
    const found = await invitation(token);
    const own = request.maybeActor;
    if (!own) return reply.entrance(invitationPage, found, { action: request.url });
    const account = { name: own.name, username: own.username };
    return reply.page(ownInvitationPage, { token, places: found.places, account });
  });

  app.post(
    '/invitations/:token',
    {
      config: { ...open, takesForm: true },
      schema: { params, body: AcceptInvitation },
      errorHandler: (error, request, reply) =>
        reply.entranceAgain(error, {
          page: invitationPage,
          props: () => invitation((request.params as { token: string }).token),
          action: request.url,
          keeps: [],
        }),
    },
    async (request, reply) => {
      const result = await acceptInvitation(app.services, request.params.token, request.body, visitOf(request));
      if ('session' in result) return carrySession(request, reply, result).fullReload('/');
      return carryStep(reply, result.step).fullReload('/sign-in/set-up');
    },
  );
}
