/** An address with those parameters that have a value. */
export function query(path: string, params: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(params).filter(([key, value]) => key && key !== 'all' && value);
  return given.length ? `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : path;
}
