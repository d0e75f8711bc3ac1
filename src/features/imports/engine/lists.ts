/** Several values in one cell: '2026/0014; 2026/0015'. A semicolon of a value itself is written twice. */
export const joinList = (items: string[]): string => items.map((item) => item.replaceAll(';', ';;')).join('; ');

/** The values of such a cell; blank ones keep their place. */
export const splitList = (cell: string): string[] => {
  const items = [''];
  for (const [part] of cell.matchAll(/;;|;|[^;]+/g)) {
    if (part === ';') items.push('');
    else items[items.length - 1] += part === ';;' ? ';' : part;
  }
  return items.map((item) => item.trim());
};
