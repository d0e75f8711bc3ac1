import { z } from 'zod';
import { bounded } from '#kernel/bounded.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { id, said } from '#kernel/schemas.ts';

/** What narrows every page; links carry it along. */
export const View = z.object({ institution_id: said(id), academic_session: said(id) });

/** How many rows of a list are shown already. Its order is by hand or by name, so a page begins at a place, not at a key. */
export const after = said(z.coerce.number().int().min(0).max(1_000_000));
export const PagedView = View.extend({ after });

/** A query whose order is the same each time, to be asked for a part of its rows. */
interface Ordered<Row> {
  limit(limit: number): { offset(offset: number): PromiseLike<Row[]> };
}

/** One page of a list, from the place where the last one ended. */
export const pageOf = <Row>(query: Ordered<Row>, from = 0) =>
  bounded(listLimits.structure, (limit) => query.limit(limit).offset(from));

/** Where the next page is; null behind the last one. */
export function nextPage(path: string, filter: object, from = 0, { isMore }: { isMore: boolean }): string | null {
  if (!isMore) return null;
  const given = Object.entries(filter).filter(([, value]) => value !== undefined) as [string, unknown][];
  return `${path}?${new URLSearchParams([...given.map(([name, value]) => [name, String(value)]), ['after', String(from + listLimits.structure)]])}`;
}
