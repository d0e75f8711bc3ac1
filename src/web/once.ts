import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, Uncertain } from '#kernel/errors.ts';
import { actOnce } from '#kernel/idempotency.ts';
import type { App, OnceAnswer } from './routes.ts';

const header = 'idempotency-key';
/** The field in forms without scripts. */
const field = 'idempotency_key';

/** Routes that declare `once`: a double press, a retry after a lost answer and a resent form act once. */
export function registerOnce(app: App): void {
  const { secret } = app.services;

  app.decorateRequest('idempotencyKey', null);
  app.decorateRequest('hasActedOnce', false);

  app.addHook('onRoute', (route) => {
    const { once, may } = route.config ?? {};
    if (!once) return;
    const name = `${String(route.method)} ${route.url}`;
    if (route.method !== 'POST') throw new Error(`${name} acts once: only a POST can.`);
    // A key belongs to an account; machines' requests are recognised by their body.
    if (may === 'public' || may === 'machine') throw new Error(`${name} acts once: it needs someone signed in.`);
    // Before the schema drops the field.
    route.preValidation = [takeKey, ...[route.preValidation ?? []].flat()];
  });

  app.decorateReply('once', async function once(this: FastifyReply, work: Work, onRepeat?: Repeat, finish?: Finish) {
    const { request } = this;
    if (!request.routeOptions.config.once)
      throw new Error(`${request.routeOptions.url} answers by reply.once and does not declare it.`);
    const key = request.idempotencyKey;
    if (!key) throw new ValidationError('form', 'This page is out of date. Reload it, then send the form again.');
    // A body without a schema is ignored: it may be nested too deep for JSON.stringify.
    const read = request.routeOptions.schema?.body ? JSON.stringify(request.body) : '';
    const content = `${request.method} ${request.url}\n${read}`;
    const { answer, isRepeated } = await request.write(async (tx, actor) => {
      const acted = await actOnce(tx, { secret, accountId: actor.accountId!, key, content }, () => work(tx, actor));
      if (acted.isRepeated) await onRepeat?.(tx, actor);
      return acted;
    });
    request.hasActedOnce = true;
    if (isRepeated) this.header('Idempotent-Replayed', 'true');
    if ('send' in answer) {
      // Saved, but unknown to the sender: the same form gets the whole answer when it is sent again.
      const whole = finish?.(answer.send).catch((error: unknown) => Promise.reject(new Uncertain({ cause: error })));
      return this.send((await whole) ?? answer.send);
    }
    if (answer.flash) this.flash(answer.flash);
    return this.seeOther(answer.go);
  });

  // A route that declares it but answers in another way could act twice. Somebody who was signed out is led to sign in.
  app.addHook('onSend', (request, reply, payload, done) => {
    const { once } = request.routeOptions.config;
    if (!once || request.hasActedOnce || !request.maybeActor || reply.statusCode >= 400) return done(null, payload);
    done(new Error(`${request.routeOptions.url} declares that it acts once, and did not answer by reply.once.`));
  });
}

type Work = (tx: Tx, actor: Actor) => Promise<OnceAnswer>;
type Repeat = (tx: Tx, actor: Actor) => Promise<void>;
type Finish = (sent: object) => Promise<object>;

async function takeKey(request: FastifyRequest): Promise<void> {
  const body = request.body as Record<string, unknown> | null | undefined;
  const sent = request.headers[header] || body?.[field];
  // The header's draft standard allows quotes around it.
  const [, key] = /^"?([\w-]{16,64})"?$/.exec(typeof sent === 'string' ? sent : '') ?? [];
  request.idempotencyKey = key ?? null;
  if (body && typeof body === 'object') delete body[field];
}
