import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pick } from '#kernel/database.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { id } from '#kernel/schemas.ts';
import { NotFound } from '#kernel/errors.ts';
import { may, type App } from '#web/routes.ts';
import { confirmPasswordPage, ownAccountPage, secondFactorPage } from './accounts.pages.ts';
import { recoveryCodes } from './accounts.schema.ts';
import * as own from './own-account.ts';
import * as factor from './own-access.ts';
import { endOtherSessions, endOwnSession, ownSessions, countCode } from './own-access.ts';
import { GiveCode, carrySession, visitOf } from './sign-in/second-step.ts';

const me = may('signedIn');

/** Pages and actions for a user's own account. */
export function ownAccountRoutes(app: App): void {
  const services = app.services;
  const { secret } = services;

  app.get('/account', { config: me }, async (request, reply) => {
    const [[person], [left], sessions] = await request.read((db, actor) =>
      Promise.all([
        db
          .select({
            ...pick(accounts, 'name', 'username', 'email', 'phone'),
            passwordChangedAt: credentials.passwordChangedAt,
            isOn: sql<boolean>`${credentials.totpConfirmedAt} is not null`,
          })
          .from(accounts)
          .leftJoin(credentials, eq(credentials.accountId, accounts.id))
          .where(eq(accounts.id, actor.accountId!)),
        db
          .select({ codes: sql<number>`count(*)::int` })
          .from(recoveryCodes)
          .where(and(eq(recoveryCodes.accountId, actor.accountId!), isNull(recoveryCodes.usedAt))),
        ownSessions(db, actor),
      ]),
    );
    const { passwordChangedAt, isOn, ...details } = person!;
    return reply.page(ownAccountPage, {
      person: details,
      roles: request.actor.institutions.map((institution) => ({
        institution: institution.name,
        roles: request.actor.isGroupAdministrator ? ['Group administrator', ...institution.roles] : institution.roles,
      })),
      passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
      secondFactor: { isOn, codesLeft: left!.codes },
      sessions,
    });
  });

  app.post('/account/password', { config: me, schema: { body: own.ChangePassword } }, async (request, reply) => {
    await own.confirmPassword(services, request.actor, request.body.current);
    const hash = await own.newPasswordHash(request.actor, request.body);
    const session = await request.write((tx, actor) => own.changePassword(tx, actor, hash, visitOf(request)));
    return carrySession(request, reply, { session, accountId: request.actor.accountId! })
      .flash('Your password was changed. Your other devices were signed out.')
      .fullReload('/account');
  });

  // The browser calls this after a route with `confirm: true` answers 428, then repeats that request.
  app.post('/account/confirm', { config: me, schema: { body: own.ConfirmAgain } }, async (request, reply) => {
    await own.confirmAgain(services, request.actor, request.body);
    return reply.code(204).send();
  });

  app.get('/account/second-factor', { config: me }, async (request, reply) => {
    const [state] = await request.read((db, actor) =>
      db
        .select({ confirmedAt: credentials.totpConfirmedAt })
        .from(credentials)
        .where(eq(credentials.accountId, actor.accountId!)),
    );
    return reply.page(confirmPasswordPage, { isOn: Boolean(state?.confirmedAt) });
  });

  // Answers with a page that has no address, so the secret is only shown right after the password was typed.
  app.post('/account/second-factor', { config: me, schema: { body: own.ConfirmPassword } }, async (request, reply) => {
    await own.confirmPassword(services, request.actor, request.body.current);
    const waiting = await request.write((tx, actor) => factor.beginSecondFactor(tx, actor, secret));
    return waiting ? reply.page(secondFactorPage, { secret: waiting }) : reply.seeOther('/account/second-factor');
  });

  // The next two answer in the background: recovery codes are shown once, on the requesting page.
  app.post('/account/second-factor/confirm', { config: me, schema: { body: GiveCode } }, async (request, reply) => {
    await countCode(services, request.actor);
    return reply.send({
      codes: await request.write((tx, actor) => factor.finishSecondFactor(tx, actor, secret, request.body.code)),
    });
  });

  app.post(
    '/account/second-factor/codes',
    { config: me, schema: { body: own.ConfirmPassword } },
    async (request, reply) => {
      await own.confirmPassword(services, request.actor, request.body.current);
      return reply.send({ codes: await request.write((tx, actor) => factor.renewRecoveryCodes(tx, actor, secret)) });
    },
  );

  app.post(
    '/account/second-factor/remove',
    { config: me, schema: { body: own.ConfirmPassword } },
    async (request, reply) => {
      await own.confirmPassword(services, request.actor, request.body.current);
      await factor.refuseRequired(services, request.actor);
      const session = await request.write((tx, actor) => factor.removeSecondFactor(tx, actor, visitOf(request)));
      return carrySession(request, reply, { session, accountId: request.actor.accountId! })
        .flash('Two-step verification is off. You now sign in with your password only.')
        .fullReload('/account');
    },
  );

  app.post(
    '/account/sessions/:id/end',
    { config: me, schema: { params: z.object({ id }) } },
    async (request, reply) => {
      if (request.params.id === request.actor.sessionId) throw new NotFound('other session');
      await request.write((tx, actor) => endOwnSession(tx, actor, request.params.id));
      return reply.flash('The device was signed out.').seeOther('/account');
    },
  );

  app.post('/account/sessions/end-others', { config: me }, async (request, reply) => {
    const ended = await request.write((tx, actor) => endOtherSessions(tx, actor));
    return reply
      .flash(`${ended === 1 ? '1 other device was' : `${ended} other devices were`} signed out.`)
      .seeOther('/account');
  });
}
