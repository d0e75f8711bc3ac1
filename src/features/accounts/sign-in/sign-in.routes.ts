import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { may, type App } from '#web/routes.ts';
import { secondSetUpPage, secondStepPage, signInPage } from '../accounts.pages.ts';
import { homeForVisitors } from './home-for-visitors.ts';
import { endSession } from './open-session.ts';
import { pendingSecondFactor } from './second-factor.ts';
import { GiveCode, giveCode, personAt } from './second-step.ts';
import { SignIn, signIn } from './sign-in.ts';
import { carrySession, carryStep, dropSession, safeNext, stepOf, visitOf } from './visits.ts';

const Wanted = z.object({ next: z.string().max(2000).optional() });
const withNext = (path: string, next: string) => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`);

export function signInRoutes(app: App): void {
  const { database, secret } = app.services;

  // Once set up, the installation is never empty again, so this is cached.
  let isFilled = false;
  const isEmpty = async () => {
    if (isFilled) return false;
    const { rows } = await database.anonymous((tx) =>
      tx.execute<{ isEmpty: boolean }>(sql`select akada_is_empty() as "isEmpty"`),
    );
    isFilled = !rows[0]!.isEmpty;
    return !isFilled;
  };

  app.get('/sign-in', { config: may('public'), schema: { querystring: Wanted } }, async (request, reply) => {
    const next = safeNext(request.query.next);
    if (request.maybeActor) return reply.go(next);
    // The page opens even if the database is unavailable; submitting the form then shows an error.
    return reply.page(signInPage, { next, isEmpty: await isEmpty().catch(() => false) });
  });

  app.post('/sign-in', { config: may('public'), schema: { body: SignIn } }, async (request, reply) => {
    const next = safeNext(request.body.next);
    const result = await signIn(app.services, request.body, visitOf(request));
    if ('session' in result) return carrySession(request, reply, result).loadFully(next);
    carryStep(reply, result.step);
    return reply.go(withNext(result.needs === 'code' ? '/sign-in/code' : '/sign-in/set-up', next));
  });

  app.get('/sign-in/code', { config: may('public'), schema: { querystring: Wanted } }, async (request, reply) => {
    const next = safeNext(request.query.next);
    const person = await database.anonymous((tx) => personAt(tx, stepOf(request)));
    if (person?.needs !== 'code') return reply.go(withNext('/sign-in', next));
    return reply.page(secondStepPage, { next, name: person.name });
  });

  app.post('/sign-in/code', { config: may('public'), schema: { body: GiveCode } }, async (request, reply) => {
    const next = safeNext(request.body.next);
    const result = await giveCode(app.services, stepOf(request), request.body.code, visitOf(request));
    if (!result)
      return reply
        .flash({ tone: 'bad', message: 'The code expired or was entered incorrectly too often. Sign in again.' })
        .go(withNext('/sign-in', next));
    return carrySession(request, reply, result).loadFully(next);
  });

  app.get('/sign-in/set-up', { config: may('public'), schema: { querystring: Wanted } }, async (request, reply) => {
    const next = safeNext(request.query.next);
    const found = await database.anonymous(async (tx) => {
      const person = await personAt(tx, stepOf(request));
      return person?.needs === 'setUp' && { person, waiting: await pendingSecondFactor(tx, secret, person.id) };
    });
    if (!found || !found.waiting) return reply.go(withNext('/sign-in', next));
    return reply.page(secondSetUpPage, { next, name: found.person.name, secret: found.waiting });
  });

  // Answers in the background: recovery codes are shown once, on the requesting page.
  app.post('/sign-in/set-up', { config: may('public'), schema: { body: GiveCode } }, async (request, reply) => {
    const next = safeNext(request.body.next);
    const result = await giveCode(app.services, stepOf(request), request.body.code, visitOf(request));
    if (!result) return reply.send({ next: withNext('/sign-in', next), codes: [] });
    return carrySession(request, reply, result).send({ next, codes: result.codes ?? [] });
  });

  app.post('/sign-out', { config: may('signedIn') }, async (request, reply) => {
    const address = await request.write(async (tx, actor) => {
      await endSession(tx, request.sessionToken!);
      return homeForVisitors(tx, actor, request.hostname);
    });
    return dropSession(reply).loadFully(address);
  });
}
