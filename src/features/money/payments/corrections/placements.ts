import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { LockedPayment } from '../settle-pending.ts';

/** How often a payment was identified, and the entry that stands; null while it is in suspense or was never there. */
export async function placementsOf(tx: Tx, { institutionId, id }: Pick<LockedPayment, 'institutionId' | 'id'>) {
  const [found] = await query<{ made: number; current: number | null }>(
    tx,
    sql`
    select count(*)::int as made, max(e.id) filter (where not exists (
      select from ledger_entries b where b.institution_id = e.institution_id and b.reverses_id = e.id)) as current
    from ledger_entries e where e.institution_id = ${institutionId} and e.source = 'placement' and e.source_id = ${id}
      and e.reverses_id is null`,
  );
  return { made: Number(found!.made), current: found!.current === null ? null : Number(found!.current) };
}

/** The part of the ledger's source that posts a placement: another one each time. */
export const partOfPlacement = (before: number) => (before === 0 ? '' : `turn ${before + 1}`);
