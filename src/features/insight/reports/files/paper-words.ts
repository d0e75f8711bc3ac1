import type { ReportType } from '#kernel/contracts/report.ts';
import { count, dateText, money } from '#ui/format.ts';
import type { ReportCell } from '../engine/cells.ts';

const figure = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A cell of a file, in which money has its decimals. */
export function cellText(cell: ReportCell, type: ReportType): string {
  if (cell === null) return '';
  if (type === 'money') return figure.format(Number(cell));
  if (type === 'day') return dateText(String(cell));
  return String(cell);
}

/** A sum; money in minor units. */
export const sumText = (sum: number, type: ReportType, currency: string): string =>
  type === 'money' ? money(sum, currency) : count(sum);
