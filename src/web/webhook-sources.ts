import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { institutionIn } from '#kernel/cells.ts';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { databaseError, NotSigned } from '#kernel/errors.ts';
import { secretsOf } from '#kernel/secrets/machine-secrets.ts';
import type { App, WebhookSource } from './routes.ts';

/** The verified sender of a signed request, and its body. */
interface SignedRequest {
  institutionId: number;
  bodyHash: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For a machine route. */
    signed: SignedRequest | null;
  }
  interface FastifyReply {
    /** Answers a machine: works in a transaction of its institution, once per body. */
    machine(work: Work): Promise<FastifyReply>;
  }
}

const institutionParam = /\/:institution(?=\/|$)/;

/** Routes for other programs: no session and no CSRF token, but a signature over the raw body. */
export function registerMachines(app: App): void {
  const { database, secret } = app.services;
  app.decorateRequest('signed', null);

  app.addHook('onRoute', (route) => {
    const { may, machine: declared } = route.config ?? {};
    if (may !== 'machine' && !declared) return;
    const name = `${String(route.method)} ${route.url}`;
    if (may !== 'machine' || !declared) throw new Error(`${name}: a route for machines says config: machine({…}).`);
    if (route.method !== 'POST') throw new Error(`${name}: machines only POST.`);
    if (!institutionParam.test(route.url)) throw new Error(`${name} does not name the institution as :institution.`);
    route.bodyLimit = declared.bodyLimit ?? 65_536;
    // Counted separately from people: a school's browsers may share the same address.
    route.config = { ...route.config, rateLimit: { max: declared.perMinute ?? 600, timeWindow: '1 minute' } };
    route.preHandler = [...[route.preHandler ?? []].flat(), afterTheSame(declared)];
    route.preParsing = [verified(declared, route.bodyLimit), ...[route.preParsing ?? []].flat()];
  });

  /** Reads the body, verifies its signature, and passes the same bytes to the parser. */
  const verified =
    (declared: WebhookSource, limit: number) => async (request: FastifyRequest, _: unknown, payload: Readable) => {
      const raw = await bytesOf(payload, limit);
      const { institution } = request.params as { institution: string };
      const institutionId = institutionIn(institution);
      const secrets = await database.readAsSystem([institutionId], (db) =>
        secretsOf(db, secret, { institutionId, machine: declared.name }),
      );
      const signed = { raw, headers: request.headers, url: request.originalUrl, now: Date.now() };
      // Always two comparisons and the same answer, so that nothing reveals which institutions have a secret.
      const verdicts = [secrets[0] ?? '', secrets[1] ?? ''].map((one) => declared.verify(signed, one) && one !== '');
      if (!verdicts.includes(true)) throw new NotSigned();
      request.signed = { institutionId, bodyHash: createHash('sha256').update(raw).digest() };
      return Object.assign(Readable.from(raw.length ? [raw] : []), { receivedEncodedLength: raw.length });
    };

  /** The same body that comes several times at once is worked on once; the others hold no connection meanwhile. */
  const underWay = new Map<string, Promise<boolean>>();
  const afterTheSame = (declared: WebhookSource) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { institutionId, bodyHash } = request.signed!;
    const key = [institutionId, declared.name, bodyHash.toString('hex')].join(' ');
    for (let first = underWay.get(key); first; first = underWay.get(key)) if (await first) return received(reply);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    underWay.set(key, promise);
    // Also if the sender has gone: then nobody knows how it ended, and the next one works on it.
    const end = () => {
      if (underWay.get(key) === promise) underWay.delete(key);
      resolve(reply.raw.writableFinished && reply.statusCode === 200);
    };
    reply.raw.once('finish', end).once('close', end);
  };

  app.decorateReply('machine', async function answer(this: FastifyReply, work: Work) {
    const { request } = this;
    const declared = request.routeOptions.config.machine!;
    const { institutionId, bodyHash } = request.signed!;
    const actor = { ...systemActor(institutionId, declared.title), requestId: request.id };
    await repeated(() =>
      database.asSystem([institutionId], async (tx) => {
        // A second request with the same body waits here; a failed one leaves no receipt and can be sent again.
        const first = await query(
          tx,
          sql`
          insert into machine_receipts (institution_id, machine, body_hash)
          values (${institutionId}, ${declared.name}, ${bodyHash}) on conflict do nothing returning 1`,
        );
        if (first.length > 0) await work(tx, actor);
      }),
    );
    return received(this);
  });
}

const received = (reply: FastifyReply) => reply.header('Cache-Control', 'no-store').send({ received: true });

type Work = (tx: Tx, actor: Actor) => Promise<unknown>;

/** Retries what the database rolled back because of a deadlock. */
async function repeated(work: () => Promise<void>, tries = 3): Promise<void> {
  try {
    return await work();
  } catch (error) {
    if (databaseError(error)?.code !== '40P01' || tries === 1) throw error;
    return repeated(work, tries - 1);
  }
}

async function bytesOf(payload: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of payload) {
    size += (part as Buffer).length;
    if (size > limit) throw Object.assign(new Error('The body is too large.'), { statusCode: 413 });
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
