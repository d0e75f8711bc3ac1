/** Joins values in one cell: '2026/0014; 2026/0015'. A semicolon within a value is doubled. */
export const joinList = (items: string[]): string => items.map((item) => item.replaceAll(';', ';;')).join('; ');

/** Splits such a cell; blank values keep their position. */
export const splitList = (cell: string): string[] => {
  const items = [''];
  for (const [part] of cell.matchAll(/;;|;|[^;]+/g)) {
    if (part === ';') items.push('');
    else items[items.length - 1] += part === ';;' ? ';' : part;
  }
  return items.map((item) => item.trim());
};
