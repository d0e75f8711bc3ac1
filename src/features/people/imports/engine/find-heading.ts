import { clean } from './clean.ts';
import { headingWords, isAmountCell, isDateCell } from './cell-kinds.ts';
import type { SourceRow } from './table.ts';
import type { TableKind } from './table-kind.ts';
import { tableKinds } from './table-kind.ts';

const filled = ({ cells }: SourceRow) => cells.filter((cell) => cell.trim()).length;

/** Whether a row can only be one of the list, because its cells are values and none is a heading. */
export function isDataRow(cells: string[], kind: TableKind): boolean {
  const values = cells.map(clean).filter(Boolean);
  if (kind === 'marks' || kind === 'fees' || values.some((value) => headingWords.test(value))) return false;
  if (kind === 'statement') return values.some(isDateCell) && values.some(isAmountCell);
  return values.some(
    (value) => isDateCell(value) || /^\S+@\S+\.\S+$/.test(value) || /^\+?\d[\d\s()-]{5,}$/.test(value),
  );
}

/** The row with the headings among the first ones, or the first row of a list that has none. */
export function findHeading(top: SourceRow[], kind: TableKind): { row: SourceRow; isData: boolean } | undefined {
  const { isHeading } = tableKinds[kind];
  const known = kind === 'statement' ? top.find(({ cells }) => isHeading(cells)) : undefined;
  if (known) return { row: known, isData: false };
  // A heading names nearly all columns; a title above it has a cell or two.
  const widest = Math.max(0, ...top.map(filled));
  const wide = top.filter((row) => filled(row) * 2 > widest);
  const first = wide.find(isNamed) ?? wide.find((row) => isHeading(row.cells)) ?? wide[0];
  return first && { row: first, isData: isDataRow(first.cells, kind) };
}

const isNamed = ({ cells }: SourceRow) =>
  cells.filter((cell) => headingWords.test(cell)).length > 1 && !cells.some((cell) => isDateCell(clean(cell)));
