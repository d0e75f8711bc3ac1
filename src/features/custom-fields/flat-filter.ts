/** A filter as flat query parameters. */
export function flatFilter<Filter extends { custom?: Record<string, string> }>({ custom = {}, ...filter }: Filter) {
  const own = Object.entries(custom).map(([key, value]) => [`custom.${key}`, value] as const);
  return { ...filter, ...Object.fromEntries(own) };
}

/** A filter as a query string. */
export function filterQuery(filter: object & { custom?: Record<string, string> }): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(flatFilter(filter)))
    for (const part of [value].flat()) if (part !== undefined && part !== '') query.append(name, String(part));
  return query;
}
