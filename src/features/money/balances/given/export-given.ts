import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { givenKinds } from './given.ts';
import { type GivenFilter, wishOf } from './given.props.ts';
import { givenRegister } from './given.queries.ts';

const columns: ExportColumn[] = [
  { header: 'Date', kind: 'text', width: 12 },
  { header: 'Type', kind: 'text', width: 16 },
  { header: 'Student', kind: 'text', width: 32 },
  { header: 'Class', kind: 'text', width: 14 },
  { header: 'Reason', kind: 'text', width: 40 },
  { header: 'Given by', kind: 'text', width: 28 },
  { header: 'Agreed by', kind: 'text', width: 28 },
  { header: 'Amount', kind: 'number', width: 16 },
];

/** The register of the address as a table; amounts with two decimals. */
export function exportGiven(actor: Actor, filter: z.output<typeof GivenFilter>): ExportedTable {
  const { wish } = wishOf(actor, filter, 'payments.export');
  const words = sql`${JSON.stringify(givenKinds)}::jsonb`;
  return {
    title: 'Given',
    counted: (rows) => `${rows} ${rows === 1 ? 'row' : 'rows'} of what was given`,
    action: 'fees.exportGiven',
    filter,
    institutionIds: [wish.institutionId],
    columns,
    rows: sql`select ${wish.institutionId}::int as "institutionId", json_build_array(r.day, ${words} ->> r.kind, r.student,
        r."className", r.reason, r."givenBy", r."agreedBy", round(r.amount / 100.0, 2))::text as cells
      from (${givenRegister(wish)}) r`,
  };
}
