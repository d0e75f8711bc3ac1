import { parseMoney } from '#kernel/money.ts';

/** Minor units of a bank's amount: '1,234.50', '(500.00)', '500.00 CR', '- 20.00'. Null for anything else. */
export function parseStatementAmount(cell: string): number | null {
  const [, open, number, close, side] = /^(\()?\s*([^()]*?)\s*(\))?\s*(CR|DR)?\.?$/i.exec(cell.trim()) ?? [];
  if (number === undefined || Boolean(open) !== Boolean(close)) return null;
  // Spreadsheets store 0.1 + 0.2.
  const rounded = /^-?\d+\.\d{3,}$/.test(number) ? Number(number).toFixed(2) : number;
  const minor = parseMoney(rounded.replace(/^([-+])\s+/, '$1').replace(/^\+/, ''));
  if (minor === null) return null;
  if (open || side?.toUpperCase() === 'DR') return minor ? -Math.abs(minor) : 0;
  return minor;
}
