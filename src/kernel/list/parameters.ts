type Parameter = string | number | boolean | null | undefined | readonly (string | number)[];

/** The parameters of a filter as an address writes them: a group such as `custom` becomes `custom.12`. */
export function flatParameters(filter: object): Record<string, Parameter> {
  const flat = Object.entries(filter).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value as Record<string, string>).map(([key, item]) => [`${name}.${key}`, item] as const)
      : [[name, value as Parameter] as const],
  );
  return Object.fromEntries(flat);
}

/** The same as a query string. */
export function queryOf(filter: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(flatParameters(filter)))
    for (const item of [value].flat())
      if (item !== undefined && item !== null && item !== '') query.append(name, String(item));
  return query;
}
