import { sql, type SQL } from 'drizzle-orm';

/** Periods that end today, or with their term or session. */
export const periods = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
  term: 'This term',
  session: 'This session',
} as const;
export type Period = keyof typeof periods;

/** The days of a period. Periods of the calendar have the same part of the one before to compare with. */
export interface Span {
  from: SQL;
  to: SQL;
  before: { from: SQL; to: SQL; label: string } | null;
}

export function spanOf(period: Period, institutionId: number, today: string): Span {
  const day = sql`${today}::date`;
  const calendar = (unit: 'day' | 'week' | 'month', label: string): Span => {
    const start = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${today}::timestamp)::date`;
    const past = sql`(${start} - interval ${sql.raw(`'1 ${unit}'`)})::date`;
    return {
      from: start,
      to: day,
      before: { from: past, to: sql`least(${past} + (${day} - ${start}), ${start} - 1)`, label },
    };
  };
  const current = (table: 'terms' | 'academic_sessions'): Span => {
    const edge = (column: string) => sql`(select ${sql.raw(column)} from ${sql.raw(table)} p
      where p.institution_id = ${institutionId} and p.is_current limit 1)`;
    return { from: edge('starts_on'), to: edge('ends_on'), before: null };
  };
  if (period === 'today') return calendar('day', 'yesterday');
  if (period === 'week') return calendar('week', 'last week');
  if (period === 'month') return calendar('month', 'last month');
  return current(period === 'term' ? 'terms' : 'academic_sessions');
}

export const within = (day: SQL, { from, to }: { from: SQL; to: SQL }): SQL => sql`${day} between ${from} and ${to}`;
