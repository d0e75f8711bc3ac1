import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOfRequest } from '#kernel/audit.ts';
import { systemActor, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { databaseError, NotSigned } from '#kernel/errors.ts';
import { secretsOf } from '#kernel/secrets/machine-secrets.ts';
import type { Verifier } from '#kernel/secrets/signatures.ts';
import type { App } from './routes.ts';

export interface Machine {
  /** Names its secrets: 'delivery-reports'. */
  name: string;
  /** What the audit log calls it. */
  title: string;
  verify: Verifier;
  /** Bytes; 64 KB unless it says otherwise. */
  bodyLimit?: number;
  /** Requests a minute from one address. */
  perMinute?: number;
}

/** Who sent a request that is signed, and what exactly. */
export interface SignedRequest {
  institutionId: number;
  bodyHash: Buffer;
}

const institutionParam = /\/:institution(?=\/|$)/;

/** Routes that other programs call: no session, no token of a page, but a signature over the body as it arrived. */
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
    // Beside the count for people: a school's browsers may stand behind the same address.
    route.config = { ...route.config, rateLimit: { max: declared.perMinute ?? 600, timeWindow: '1 minute' } };
    route.preParsing = [verified(declared, route.bodyLimit), ...[route.preParsing ?? []].flat()];
  });

  /** Reads the body, judges its signature, and gives the parser the same bytes. */
  const verified =
    (declared: Machine, limit: number) => async (request: FastifyRequest, _: unknown, payload: Readable) => {
      const raw = await bytesOf(payload, limit);
      const { institution } = request.params as { institution: string };
      const institutionId = /^\d{1,9}$/.test(institution) ? Number(institution) : 0;
      const secrets = await database.asSystem([institutionId], (tx) =>
        secretsOf(tx, secret, { institutionId, machine: declared.name }),
      );
      const signed = { raw, headers: request.headers, now: Date.now() };
      // Two comparisons whatever there is, and the same answer: nothing tells which institutions have a secret.
      const verdicts = [secrets[0] ?? '', secrets[1] ?? ''].map((one) => declared.verify(signed, one) && one !== '');
      if (!verdicts.includes(true)) throw new NotSigned();
      request.signed = { institutionId, bodyHash: createHash('sha256').update(raw).digest() };
      return Object.assign(Readable.from(raw.length ? [raw] : []), { receivedEncodedLength: raw.length });
    };

  app.decorateReply('machine', async function answer(this: FastifyReply, work: Work) {
    const { request } = this;
    const declared = request.routeOptions.config.machine!;
    const { institutionId, bodyHash } = request.signed!;
    const actor = actorOfRequest(systemActor(institutionId, declared.title), request.id);
    await repeated(() =>
      database.asSystem([institutionId], async (tx) => {
        // Another one with the same body waits here; what fails leaves no receipt, and may come again.
        const { rows } = await tx.execute(sql`
          insert into machine_receipts (institution_id, machine, body_hash)
          values (${institutionId}, ${declared.name}, ${bodyHash}) on conflict do nothing returning 1`);
        if (rows.length > 0) await work(tx, actor);
      }),
    );
    return this.header('Cache-Control', 'no-store').send({ received: true });
  });
}

type Work = (tx: Tx, actor: Actor) => Promise<unknown>;

/** What the database undid because two waited for each other is done again. */
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
