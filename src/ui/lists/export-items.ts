import type { MenuItem } from '../overlays/menu.tsx';

const names = { xlsx: 'XLSX', csv: 'CSV', journal: 'text (hledger, ledger)' };
type Format = keyof typeof names;

/** Items of a page's '…' menu that save what it shows as a file. */
export const exportItems = (hrefOf: (format: Format) => string, formats: Format[] = ['xlsx', 'csv']): MenuItem[] =>
  formats.map((format) => ({ label: `Export as ${names[format]}`, href: hrefOf(format), external: true }));
