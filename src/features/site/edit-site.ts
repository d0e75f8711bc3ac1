import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields, changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { openSite } from './open-site.ts';
import type { SiteFields } from './site-fields.ts';
import { siteHosts, sites } from './site.schema.ts';

/** Changes the address, the greeting and the host names of a site. */
export async function editSite(tx: Tx, actor: Actor, input: z.infer<typeof SiteFields>): Promise<void> {
  const { institutionId, hosts, ...values } = input;
  const site = await openSite(tx, actor, institutionId);
  const mine = eq(siteHosts.institutionId, institutionId);
  const before = (await tx.select({ host: siteHosts.host }).from(siteHosts).where(mine)).map(({ host }) => host);
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
