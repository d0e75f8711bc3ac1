import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { CustomDashlet } from '../dashlets.ts';
import type { CountedType } from './counted-type.ts';
import { periodIn, readFilter } from './data-filters.ts';
import { spanOf, within, type Span } from './periods.ts';

/** The rows that a dashlet counts: what its viewer can see of what hangs on the record, by the filter. */
export interface CountedRows {
  type: CountedType;
  /** The conditions without the period. */
  where: SQL;
  span: Span | null;
}

export interface Asked {
  actor: Actor;
  institutionId: number;
  today: string;
}

/** Null if the registry has no such combination. */
export function countedRows(
  type: CountedType,
  { model_name: model, model_record: record, data_filter: text }: CustomDashlet,
  { actor, institutionId, today }: Asked,
): CountedRows | null {
  const hanging = Object.hasOwn(type.of, model) ? type.of[model]! : null;
  const read = readFilter(type, text);
  if (!hanging || !read) return null;
  const period = periodIn(read);
  const conditions = [
    type.visible(actor, institutionId),
    record === null ? hanging.all : hanging.one(record),
    !period && read.filter !== 'all' && type.filters[read.filter]!.where(read.value),
  ].filter((one) => !!one);
  return {
    type,
    where: sql.join(
      conditions.map((one) => sql`(${one})`),
      sql` and `,
    ),
    span: period && spanOf(period, institutionId, today),
  };
}

/** With the period. */
export const allConditions = ({ type, where, span }: CountedRows): SQL =>
  span && type.day ? sql`${where} and ${within(type.day, span)}` : where;
