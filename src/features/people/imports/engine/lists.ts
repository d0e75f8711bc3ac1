/** Splits a cell of several values: '2026/0014; 2026/0015'. A semicolon within a value is doubled; blank values keep their position. */
export const splitList = (cell: string): string[] => {
  const items = [''];
  for (const [part] of cell.matchAll(/;;|;|[^;]+/g)) {
    if (part === ';') items.push('');
    else items[items.length - 1] += part === ';;' ? ';' : part;
  }
  return items.map((item) => item.trim());
};
