import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';

/** An institution's published site, as visitors see it. */
export interface ShownSite {
  institutionId: number;
  name: string;
}

/** The published site at the installation's main address; null if it shows the sign-in page. */
export async function siteAtMainAddress(db: Db): Promise<ShownSite | null> {
  const rows = await query<ShownSite>(
    db,
    render(sql`
    select institution_id as "institutionId", name from akada_public_sites() where institution_id = akada_site_at('', null)`),
  );
  return rows[0] ?? null;
}

/** Describes the main address for one institution: 'Shows this site.' */
export function shownAtMainAddress(main: ShownSite | null, institutionId: number): string {
  const shown = main === null ? 'the sign-in page' : main.institutionId === institutionId ? 'this site' : main.name;
  return `Shows ${shown}.`;
}
