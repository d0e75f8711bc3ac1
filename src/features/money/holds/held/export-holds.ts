import { or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { withheld } from '../holds.ts';
import { holdList } from './holds.list.ts';
import { heldRows } from './holds.queries.ts';
import { stillWithheld } from './debt-and-holds.ts';

export const ExportHolds = holdList.Filter.omit({ after: true });

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const amount = (header: string): ExportColumn => ({ header, kind: 'number', width: 16 });
const columns: ExportColumn[] = [
  text('Institution', 28),
  text('Admission number', 18),
  text('Student', 32),
  text('Class', 20),
  text('Rules', 28),
  text('Withheld', 32),
  text('Currency', 9),
  ...['Owed', 'Overdue', 'To pay'].map(amount),
  { header: 'Overdue since', kind: 'day', width: 14 },
  { header: 'Lifted until', kind: 'day', width: 14 },
];

/** Everybody whom the list shows, by name; amounts with two decimals. */
export function exportHolds(actor: Actor, filter: z.infer<typeof ExportHolds>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'fees.export').filter((id) =>
    institutionsInView(actor, filter.institution_id, 'fees.view').includes(id),
  );
  if (institutionIds.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    sql`(select i.name from institutions i where i.id = students.institution_id)`,
    sql`students.admission_number`,
    sql`concat_ws(', ', students.surname, concat_ws(' ', students.first_name, students.middle_name))`,
    sql`students.batch_name`,
    sql`array_to_string(h.rules, ', ')`,
    sql`(select string_agg(coalesce(${JSON.stringify(withheld)}::jsonb ->> w, w), ', ') from unnest(${stillWithheld}) w)`,
    sql`(select i.currency from institutions i where i.id = students.institution_id)`,
    ...['d.owed', 'd.overdue', 'h.to_pay'].map((column) => sql`round(${sql.raw(column)} / 100.0, 2)`),
    sql`d.since`,
    sql`l.until`,
  ]);
  return {
    title: 'Holds',
    counted: (rows) => `${rows} ${rows === 1 ? 'student' : 'students'}`,
    action: 'fees.exportHolds',
    filter,
    institutionIds,
    columns,
    of: 'student',
    rows: sql`select students.institution_id as "institutionId", students.id, ${cells} ${heldRows}
      where ${or(...holdList.conditions(actor, filter))}
        and students.institution_id = any (${sql.param(institutionIds)}::int[])
      order by students.sort_name, students.id`,
  };
}
