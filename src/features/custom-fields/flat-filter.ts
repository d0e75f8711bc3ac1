/** A filter as an address writes it, name by name. */
export function flatFilter<Filter extends { custom?: Record<string, string> }>({ custom = {}, ...filter }: Filter) {
  const own = Object.entries(custom).map(([key, value]) => [`custom.${key}`, value] as const);
  return { ...filter, ...Object.fromEntries(own) };
}

/** The same as a query. */
export function filterQuery(filter: object & { custom?: Record<string, string> }): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(flatFilter(filter)))
    for (const one of [value].flat()) if (one !== undefined && one !== '') query.append(name, String(one));
  return query;
}
