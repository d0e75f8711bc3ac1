import { z } from 'zod';
import { bounded } from '#kernel/database/bounded.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { id, queryParam } from '#kernel/schemas.ts';

/** The institution and session in view, which links carry along. */
export const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });

/** The offset of a page. These lists are ordered by hand or by name, so they page by offset, not by key. */
export const after = queryParam(z.coerce.number().int().min(0).max(1_000_000));
export const PagedView = View.extend({ after });

/** A query with a stable order. */
interface Ordered<Row> {
  limit(limit: number): { offset(offset: number): PromiseLike<Row[]> };
}

/** One page of a list, from an offset. */
export const pageOf = <Row>(query: Ordered<Row>, from = 0) =>
  bounded(listLimits.structure, (limit) => query.limit(limit).offset(from));

/** The address of the next page; null after the last. */
export function nextPage(path: string, filter: object, from = 0, { isMore }: { isMore: boolean }): string | null {
  if (!isMore) return null;
  const given = Object.entries(filter).filter(([, value]) => value !== undefined) as [string, unknown][];
  return `${path}?${new URLSearchParams([...given.map(([name, value]) => [name, String(value)]), ['after', String(from + listLimits.structure)]])}`;
}
