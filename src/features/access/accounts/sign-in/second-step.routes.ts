import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { may, type App } from '#web/routes.ts';
import { recoveryCodesPage, secondSetUpPage, secondStepPage } from '../accounts.pages.ts';
import { nextOf, withNext } from './sign-in.routes.ts';
import { pendingSecondFactor } from './second-factor.ts';
import { GiveCode, giveCode, personAt, carrySession, safeNext, stepOf, visitOf } from './second-step.ts';

const Wanted = z.object({ next: z.string().max(2000).optional() });
/** A step with a code from the app, or with a recovery code. */
const WantedStep = Wanted.extend({ recovery: z.string().max(10).optional() });

/** Between the password and the session: a code, or setting up what makes the codes. */
export function secondStepRoutes(app: App): void {
  const { database, secret } = app.services;

  const personHere = (request: FastifyRequest) => database.anonymous((tx) => personAt(tx, stepOf(request)));

  /** The form of a step: its two kinds are two addresses, and each leads to the other. */
  const codeProps = (name: string, next: string, isLost: boolean) => {
    const [app, recovery] = [withNext('/sign-in/code', next), withNext('/sign-in/code?recovery=1', next)];
    return { props: { name, next, isLost, other: isLost ? app : recovery }, action: isLost ? recovery : app };
  };

  app.get('/sign-in/code', { config: may('public'), schema: { querystring: WantedStep } }, async (request, reply) => {
    const next = safeNext(request.query.next);
    const person = await personHere(request);
    if (person?.needs !== 'code') return reply.seeOther(withNext('/sign-in', next));
    const { props, action } = codeProps(person.name, next, request.query.recovery === '1');
    return reply.entrance(secondStepPage, props, { action });
  });

  app.post(
    '/sign-in/code',
    {
      config: { ...may('public'), takesForm: true },
      schema: { body: GiveCode, querystring: WantedStep },
      errorHandler: async (error, request, reply) => {
        const person = await personHere(request);
        if (person?.needs !== 'code') throw error;
        const isLost = (request.query as z.infer<typeof WantedStep>).recovery === '1';
        const { props, action } = codeProps(person.name, nextOf(request), isLost);
        return reply.entranceAgain(error, { page: secondStepPage, props: () => props, action, keeps: ['code'] });
      },
    },
    async (request, reply) => {
      const next = safeNext(request.body.next);
      const result = await giveCode(app.services, stepOf(request), request.body.code, visitOf(request));
      if (!result)
        return reply
          .flash({ tone: 'bad', message: 'The code expired or was entered incorrectly too often. Sign in again.' })
          .seeOther(withNext('/sign-in', next));
      return carrySession(request, reply, result).fullReload(next);
    },
  );

  /** The person who has to set up the second step, with the secret that waits for the first code. */
  const settingUp = (request: FastifyRequest) =>
    database.anonymous(async (tx) => {
      const person = await personAt(tx, stepOf(request));
      const waiting = person?.needs === 'setUp' && (await pendingSecondFactor(tx, secret, person.id));
      return waiting ? { name: person.name, secret: waiting } : null;
    });

  app.get('/sign-in/set-up', { config: may('public'), schema: { querystring: Wanted } }, async (request, reply) => {
    const next = safeNext(request.query.next);
    const found = await settingUp(request);
    if (!found) return reply.seeOther(withNext('/sign-in', next));
    return reply.entrance(secondSetUpPage, { next, ...found }, { action: '/sign-in/set-up' });
  });

  // The answer is the page with the recovery codes, which are shown once.
  app.post(
    '/sign-in/set-up',
    {
      config: { ...may('public'), takesForm: true },
      schema: { body: GiveCode },
      errorHandler: async (error, request, reply) => {
        const found = await settingUp(request);
        if (!found) throw error;
        return reply.entranceAgain(error, {
          page: secondSetUpPage,
          props: () => ({ next: nextOf(request), ...found }),
          action: '/sign-in/set-up',
          keeps: ['code'],
        });
      },
    },
    async (request, reply) => {
      const next = safeNext(request.body.next);
      const result = await giveCode(app.services, stepOf(request), request.body.code, visitOf(request));
      if (!result) return reply.seeOther(withNext('/sign-in', next));
      carrySession(request, reply, result);
      return reply.entrance(recoveryCodesPage, { next, codes: result.codes ?? [] }, { action: '' });
    },
  );
}
