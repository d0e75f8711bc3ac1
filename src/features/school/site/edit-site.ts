import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor, institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { clipped } from '#kernel/clipped.ts';
import { changedFields, changesBetween } from '#kernel/edit/changes.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { edits, mergeEdit, type OpenedValues } from '#kernel/edit/edit.ts';
import { refuseDuplicate, ValidationError, NotAllowed } from '#kernel/errors.ts';
import { heldElsewhere, lockHosts } from './hosts/decide-host.ts';
import { openSite } from './site.queries.ts';
import { hostsAtMost, SiteFields, tooManyHosts } from './site-fields.ts';
import { siteHosts, sites } from './site.schema.ts';
import { id, queryParam } from '#kernel/schemas.ts';

export const EditSite = edits(SiteFields);

/** A site as in its form, with one host name per line. */
export const siteInForm = <Site extends { hosts: string[] }>(site: Site) => ({ ...site, hosts: site.hosts.join('\n') });

/** Host names added by a group administrator are approved at once; others wait for approval or proof. */
async function addHost(tx: Tx, actor: Actor, institutionId: number, host: string): Promise<void> {
  const rows = await query<{ isHeld: boolean; hasGroupAdministrator: boolean }>(tx, render)`
    select is_held as "isHeld", has_group_administrator as "hasGroupAdministrator" from akada_host_facts(${institutionId}, ${host})`;
  const { isHeld, hasGroupAdministrator } = rows[0]!;
  if (isHeld) throw new ValidationError('hosts', heldElsewhere(host));
  const isDecided = actor.isGroupAdministrator;
  await refuseDuplicate(
    tx.insert(siteHosts).values({
      institutionId,
      host,
      ...(isDecided ? { status: 'approved', decidedBy: 'administrator', decidedAt: sql`now()` } : {}),
    }),
    { site_hosts_host_key: ['hosts', heldElsewhere(host)] },
  );
  if (isDecided) return;
  const name = membershipIn(actor, institutionId)!.name;
  const title = `${name} wants to show its site at ${host}`;
  const body = hasGroupAdministrator
    ? 'Approve or refuse the host name on the site’s page.'
    : 'It will be approved in 24 hours. If this is a mistake, remove the host name on the site’s page.';
  const href = `/site?institution_id=${institutionId}`;
  await tx.execute(
    sql`select akada_notify_deciders(${institutionId}, 'site.hostWaiting', ${clipped(title, 160)}, ${body}, ${href}, ${hasGroupAdministrator ? actor.accountId : null})`,
  );
}

/** Edits the address, welcome text and host names of a site. */
export async function editSite(tx: Tx, actor: Actor, sent: z.infer<typeof EditSite>): Promise<void> {
  const { institutionId } = sent;
  allow(actor, 'site.edit', institutionId);
  // Until the first save the address is only a proposal.
  const isNew = !(await tx.$count(sites, eq(sites.institutionId, institutionId)));
  const site = await openSite(tx, actor, institutionId);
  const ofSite = eq(siteHosts.institutionId, institutionId);
  const before = (await tx.select({ host: siteHosts.host }).from(siteHosts).where(ofSite)).map(({ host }) => host);
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: EditSite,
    sent,
    current: { ...siteInForm({ ...site, hosts: before }), ...(isNew && { slug: null }) },
    subject: { institutionId, type: 'site', id: institutionId },
    sets: ['hosts'],
  });
  const { institutionId: _, hosts: __, ...values } = { ...input, slug: input.slug ?? site.slug };
  const hosts = touched.has('hosts') ? input.hosts : before;
  // Two editors may each have added names.
  if (hosts.length > hostsAtMost) throw new ValidationError('hosts', tooManyHosts);
  const changes = changesBetween({ ...site, hosts: before.toSorted() }, { ...values, hosts: hosts.toSorted() });
  if (Object.keys(changes).length === 0) return;
  await refuseDuplicate(tx.update(sites).set(values).where(eq(sites.institutionId, institutionId)), {
    sites_slug_key: [
      'slug',
      `The address ${values.slug} is already used by another institution’s site. Choose another one.`,
    ],
  });
  const gone = before.filter((host) => !hosts.includes(host));
  await lockHosts(tx, [...gone, ...hosts.filter((host) => !before.includes(host))]);
  if (gone.length) await tx.delete(siteHosts).where(and(ofSite, inArray(siteHosts.host, gone)));
  const added = hosts.filter((host) => !before.includes(host));
  for (const host of added) await addHost(tx, actor, institutionId, host);
  await record(tx, actor, 'site.edit', {
    institutionId,
    summary: `changed ${changedFields(changes)} of the site`,
    subject: { type: 'site', id: institutionId },
    details: { changes },
  });
}

/** The filter that all pages share and links preserve. */
export const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });

export interface InstitutionChoice {
  institutionId: number;
  /** All institutions that a new record can belong to. */
  institutions: { id: number; name: string }[];
  /** The values that the edit form shows. */
  opened?: OpenedValues;
}

/** The institutions whose sites the user can edit, filtered by the URL. */
export const sitesInView = (actor: Actor, wanted?: number): { id: number; name: string }[] =>
  named(actor, institutionsInView(actor, wanted, 'site.edit'));

/** The institution of a new record: the one in the URL, else the first. */
export function chooseInstitution(actor: Actor, wanted?: number): InstitutionChoice {
  const [first] = sitesInView(actor, wanted);
  if (!first) throw new NotAllowed();
  return { institutionId: first.id, institutions: named(actor, institutionsWhere(actor, 'site.edit')) };
}

/** For edit forms, where the record gives the institution. */
export const ofRecord = (institutionId: number): InstitutionChoice => ({ institutionId, institutions: [] });

/** The URL of an institution's list; editors of a single site need no id in it. */
export const listOf = (actor: Actor, list: string, institutionId: number): string =>
  institutionsWhere(actor, 'site.edit').length > 1 ? `${list}?institution_id=${institutionId}` : list;

const named = (actor: Actor, ids: number[]) => ids.map((id) => ({ id, name: membershipIn(actor, id)!.name }));
