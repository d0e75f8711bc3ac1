import { sql, type SQL } from 'drizzle-orm';

/** In a query: the hosts that the published site of an institution has of its own. */
export const ownHosts = (institutionId: SQL): SQL<string[]> => sql<string[]>`array(
  select h.host from site_hosts h join sites s on s.institution_id = h.institution_id and s.is_published
  where h.institution_id = ${institutionId} and h.status = 'approved' order by h.host)`;

/** Where links in messages lead: a host of the site's own, the one at hand if it is one of them. */
export function ownOrigin(hosts: readonly string[], origin: string): string {
  const { hostname, protocol } = new URL(origin);
  return hosts.length && !hosts.includes(hostname) ? `${protocol}//${hosts[0]}` : origin;
}
