import { useState } from 'react';

export interface EntryRow {
  key: number;
  account: string;
  note: string;
  /** Signed minor units, debit above zero; null until somebody types one. */
  amount: number | null;
}

const blank = (key: number): EntryRow => ({ key, account: '', note: '', amount: null });
const sumOf = (rows: EntryRow[]) => rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** The lines of an entry in a form. While nobody has typed an amount into the last one, it takes what is missing. */
export function useEntryLines() {
  const [rows, setRows] = useState<EntryRow[]>([blank(1), blank(2)]);
  const typed = sumOf(rows);
  const last = rows.at(-1)!;
  const isFilled = last.amount === null && typed !== 0;
  const lines = rows.map((row) => (row === last && isFilled ? { ...row, amount: -typed } : row));
  const debit = lines.reduce((sum, { amount }) => sum + Math.max(amount ?? 0, 0), 0);
  const credit = lines.reduce((sum, { amount }) => sum + Math.max(-(amount ?? 0), 0), 0);
  return {
    lines,
    debit,
    credit,
    change: (key: number, changes: Partial<EntryRow>) =>
      setRows((there) => there.map((row) => (row.key === key ? { ...row, ...changes } : row))),
    remove: (key: number) => setRows((there) => there.filter((row) => row.key !== key)),
    /** Adds a line and returns its key; the line before keeps the amount that it shows. */
    add: () => {
      const key = Math.max(...rows.map((row) => row.key)) + 1;
      setRows([...lines, blank(key)]);
      return key;
    },
  };
}
