import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, refuseDuplicate, TooMany } from '#kernel/errors.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { openSite } from '../site.queries.ts';
import { siteHosts } from '../site.schema.ts';
import { Resolver } from 'node:dns/promises';
import { nodeHttp } from '#kernel/node-http.ts';
import type { HostLookup } from '#kernel/host-lookup.ts';
import { isPrivate } from '#kernel/private-address.ts';
import { proofPath, proofRecord, proofText } from './proof-places.ts';

export const HostOfSite = z.object({ institutionId: id, host: z.string().max(250) });
export const DecideHost = HostOfSite.extend({ isApproved: checkbox });

const secondsBetweenChecks = 10;
const hostIs = ({ institutionId, host }: z.infer<typeof HostOfSite>) =>
  and(eq(siteHosts.institutionId, institutionId), eq(siteHosts.host, host));

/** Approves or refuses a host name of a site; for group administrators. */
export async function decideHost(tx: Tx, actor: Actor, input: z.infer<typeof DecideHost>): Promise<void> {
  if (!actor.isGroupAdministrator) throw new NotAllowed('Only a group administrator can approve host names.');
  await lockWaiting(tx, actor, input);
  if (input.isApproved) return approveHost(tx, actor, input, 'administrator');
  const { institutionId, host } = input;
  await tx
    .update(siteHosts)
    .set({ status: 'refused', decidedBy: 'administrator', decidedAt: sql`now()` })
    .where(hostIs(input));
  await record(tx, actor, 'site.refuseHost', {
    institutionId,
    summary: `refused the host name ${host}`,
    subject: { type: 'site', id: institutionId },
  });
  await tellEditors(tx, actor, institutionId, `The host name ${host} was refused`);
}

/** Returns the token to look for at the host, and records the check to limit its rate. */
export async function beginProof(tx: Tx, actor: Actor, input: z.infer<typeof HostOfSite>): Promise<string> {
  const waiting = await lockWaiting(tx, actor, input);
  const { rowCount } = await tx
    .update(siteHosts)
    .set({ checkedAt: sql`now()` })
    .where(
      and(
        hostIs(input),
        sql`coalesce(${siteHosts.checkedAt}, '-infinity') < now() - make_interval(secs => ${secondsBetweenChecks})`,
      ),
    );
  if (!rowCount)
    throw new TooMany(secondsBetweenChecks, 'This host name was checked a moment ago. Wait 10 seconds and try again.');
  return waiting.token;
}

/** Approves a host name whose proof was found. */
export async function acceptProof(
  tx: Tx,
  actor: Actor,
  input: z.infer<typeof HostOfSite>,
  proof: Proof,
): Promise<void> {
  await lockWaiting(tx, actor, input);
  await approveHost(tx, actor, input, proof);
}

async function lockWaiting(tx: Tx, actor: Actor, input: z.infer<typeof HostOfSite>) {
  // Locks the site, so that two decisions are made one after the other.
  await openSite(tx, actor, input.institutionId);
  const [found] = await tx
    .select({ status: siteHosts.status, token: siteHosts.token })
    .from(siteHosts)
    .where(hostIs(input));
  if (!found) throw new NotFound('host name');
  if (found.status !== 'waiting')
    throw new Conflict('This host name has already been approved or refused. Reload the page to see the decision.');
  return found;
}

/** Approves without a permission check, which the caller has made. */
export async function approveHost(
  tx: Tx,
  actor: Actor,
  input: z.infer<typeof HostOfSite>,
  by: 'administrator' | 'time' | Proof,
): Promise<void> {
  const { institutionId, host } = input;
  await lockHosts(tx, [host]);
  await refuseDuplicate(
    tx
      .update(siteHosts)
      .set({ status: 'approved', decidedBy: by, decidedAt: sql`now()` })
      .where(hostIs(input)),
    { site_hosts_host_key: ['form', heldElsewhere(host)] },
  );
  const how = { administrator: '', file: ' (proved by a file)', dns: ' (proved by DNS)', time: ' after 24 hours' }[by];
  await record(tx, actor, 'site.approveHost', {
    institutionId,
    summary: `approved the host name ${host}${how}`,
    subject: { type: 'site', id: institutionId },
  });
  await tellEditors(tx, actor, institutionId, `${host} now shows your site`);
}

export const heldElsewhere = (host: string) =>
  `${host} shows another institution’s site. Ask that institution to remove it first.`;

const tellEditors = (tx: Tx, actor: Actor, institutionId: number, title: string) =>
  notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'site.edit'),
    except: actor.accountId,
    kind: 'site.host',
    title,
    href: `/site?institution_id=${institutionId}`,
  });

/** Locks host names in one order after the site. They are unique across institutions, so two transactions exchanging names would deadlock in the index. */
export const lockHosts = (tx: Tx, hosts: string[]) =>
  tx.execute(sql`select pg_advisory_xact_lock(7234004, key) from (
    select distinct hashtext(host) as key from unnest(${sql.param(hosts)}::text[]) host order by 1) held`);

type Proof = 'file' | 'dns';

const longest = 5000;
const largest = 1024;

export function systemLookup(isProduction: boolean): HostLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = <T>(answers: Promise<T[]>) => answers.catch(() => [] as T[]);
  return {
    addressesOf: async (host) =>
      (await Promise.all([found(resolver.resolve4(host)), found(resolver.resolve6(host))])).flat(),
    textsOf: async (name) => (await found(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    port: 80,
    reachesPrivate: !isProduction,
  };
}

/** Looks for the token in a file or a DNS record at the host. */
export async function findProof(lookup: HostLookup, host: string, token: string): Promise<Proof | null> {
  const texts = await Promise.all([proofRecord(host), host].map((name) => lookup.textsOf(name)));
  if (texts.flat().some((text) => text.trim() === proofText(token))) return 'dns';
  return (await fileAt(lookup, host, token))?.trim() === token ? 'file' : null;
}

/** Connects to the resolved and checked address, never to the result of a second lookup. */
async function fileAt(lookup: HostLookup, host: string, token: string): Promise<string | null> {
  const addresses = await lookup.addressesOf(host);
  const [address] = addresses;
  if (!address || (!lookup.reachesPrivate && addresses.some(isPrivate))) return null;
  return new Promise((done) => {
    const asked = nodeHttp.request(
      {
        host: address,
        port: lookup.port,
        path: proofPath(token),
        headers: { Host: host, Accept: 'text/plain', Connection: 'close', 'User-Agent': 'Akada' },
        signal: AbortSignal.timeout(longest),
        agent: false,
      },
      (answer) => {
        // Redirects are not followed, because their targets are not checked.
        if (answer.statusCode !== 200) {
          answer.destroy();
          return done(null);
        }
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
          if (text.length > largest) answer.destroy();
        });
        answer.on('end', () => done(text.length > largest ? null : text));
        answer.on('close', () => done(null));
        answer.on('error', () => done(null));
      },
    );
    asked.on('error', () => done(null));
    asked.end();
  });
}
