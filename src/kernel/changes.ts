export type Changes = Record<string, { from: unknown; to: unknown }>;

/** What an edit changes, field by field from → to, as the audit log keeps it. Only fields of `after` are compared. */
export function changesBetween(before: object, after: object): Changes {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, to]) => JSON.stringify(old[field] ?? null) !== JSON.stringify(to ?? null))
      .map(([field, to]) => [field, { from: old[field] ?? null, to: to ?? null }]),
  );
}

/** 'name, capacity': the changed fields for a summary. */
export const changedFields = (changes: Changes): string =>
  Object.keys(changes)
    .map((field) => field.replace(/([A-Z])/g, ' $1').toLowerCase())
    .join(', ');
