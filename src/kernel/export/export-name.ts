import { membershipIn, type Actor } from '../actor.ts';
import { today } from '../dates.ts';
import { safeFileName } from '../file-name.ts';
import type { TableFormat } from './columns.ts';
import type { ExportedTable } from './export-table.ts';

/** `students-olumo-heights-2026-11-21.csv`; without a name for several institutions. */
export function exportFileName(actor: Actor, { title, institutionIds }: ExportedTable, format: TableFormat): string {
  const of = institutionIds.map((id) => membershipIn(actor, id)!);
  const place = of.length === 1 ? of[0]!.shortName : '';
  return `${safeFileName(`${title} ${place}`)}-${today(of[0]?.timeZone ?? 'Africa/Lagos')}.${format}`;
}
