import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields, changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { openSite } from './open-site.ts';
import { SiteFields } from './site-fields.ts';
import { siteHosts, sites } from './site.schema.ts';

export const EditSite = edits(SiteFields);

/** A site as its form shows it: host names one a line. */
export const siteInForm = <Site extends { hosts: string[] }>(site: Site) => ({ ...site, hosts: site.hosts.join('\n') });

/** Changes the address, the greeting and the host names of a site. */
export async function editSite(tx: Tx, actor: Actor, sent: z.infer<typeof EditSite>): Promise<void> {
  const { institutionId } = sent;
  // Until somebody saves something, the address is a proposal that nobody has chosen.
  const isNew = !(await tx.$count(sites, eq(sites.institutionId, institutionId)));
  const site = await openSite(tx, actor, institutionId);
  const mine = eq(siteHosts.institutionId, institutionId);
  const before = (await tx.select({ host: siteHosts.host }).from(siteHosts).where(mine)).map(({ host }) => host);
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: EditSite,
    sent,
    current: { ...siteInForm({ ...site, hosts: before }), ...(isNew && { slug: null }) },
    subject: { institutionId, type: 'site', id: institutionId },
  });
  const { institutionId: _, hosts: __, ...values } = { ...input, slug: input.slug ?? site.slug };
  const hosts = touched.has('hosts') ? sent.hosts : before;
  const changes = changesBetween({ ...site, hosts: before.toSorted() }, { ...values, hosts: hosts.toSorted() });
  if (Object.keys(changes).length === 0) return;
  await refuseDuplicate(tx.update(sites).set(values).where(eq(sites.institutionId, institutionId)), {
    sites_slug_key: ['slug', `Another institution's site has the address ${values.slug}. Choose another one.`],
  });
  const gone = before.filter((host) => !hosts.includes(host));
  if (gone.length) await tx.delete(siteHosts).where(and(mine, inArray(siteHosts.host, gone)));
  for (const host of hosts.filter((one) => !before.includes(one)))
    await refuseDuplicate(tx.insert(siteHosts).values({ institutionId, host }), {
      site_hosts_host_key: ['hosts', `${host} shows another institution's site. Take it away there first.`],
    });
  await record(tx, actor, 'site.edit', {
    institutionId,
    summary: `changed ${changedFields(changes)} of the site`,
    subject: { type: 'site', id: institutionId },
    details: { changes },
  });
}
