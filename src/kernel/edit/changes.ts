import type { FieldGroup, RestrictedGroup } from '../contracts/field-groups.ts';

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** What an edit changes, field by field from → to, as stored in the audit log. Only fields of `after` are compared. */
export function changesBetween(before: object, after: object): Changes {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, to]) => JSON.stringify(old[field] ?? null) !== JSON.stringify(to ?? null))
      .map(([field, to]) => [field, { from: old[field] ?? null, to: to ?? null }]),
  );
}

/** 'name, capacity': the changed fields for a summary. */
export const changedFields = (changes: Changes): string => Object.keys(changes).map(fieldLabel).join(', ');

/** 'admission number' for `admissionNumber`. */
export const fieldLabel = (field: string): string => field.replace(/([A-Z])/g, ' $1').toLowerCase();

/** The same for custom fields, by label and field group. */
export type OwnChanges = Partial<Record<FieldGroup, Changes>>;

/** How many fields changed, standard and custom. */
export const countChanged = (changes: Changes, own: OwnChanges = {}): number =>
  [changes, ...Object.values(own)].reduce((count, part) => count + Object.keys(part).length, 0);

interface Restrictable {
  changes?: Changes;
  /** By group, visible only to users with access to it. */
  restricted?: Partial<Record<RestrictedGroup, Changes>>;
}

/**
 * The details of an audit entry whose changes belong to field groups. Changes in a restricted group are stored
 * separately, so that readers without access to it see only which fields changed (`shownDetails`).
 */
export function detailsOf(
  changes: Changes,
  groupOf: (field: string) => FieldGroup,
  own: OwnChanges = {},
): Record<string, unknown> {
  const details: Restrictable = { changes: {} };
  const keep = (group: FieldGroup, field: string, change: Changes[string]) => {
    const target = group === 'general' ? details.changes! : ((details.restricted ??= {})[group] ??= {});
    // A custom field may have the same label as a standard one.
    target[Object.hasOwn(target, field) ? `${field} (custom field)` : field] = change;
  };
  for (const [field, change] of Object.entries(changes)) keep(groupOf(field), field, change);
  for (const [group, part] of Object.entries(own) as [FieldGroup, Changes][])
    for (const [field, change] of Object.entries(part)) keep(group, field, change);
  return details as Record<string, unknown>;
}

/** The details of an entry for a reader with these groups; for other groups, only which fields changed. */
export function shownDetails(details: Record<string, unknown>, groups: readonly FieldGroup[]): Record<string, unknown> {
  const { restricted, ...rest } = details as Restrictable & Record<string, unknown>;
  if (!restricted) return details;
  const changes: Changes = { ...rest.changes };
  for (const [group, changed] of Object.entries(restricted) as [RestrictedGroup, Changes][])
    for (const [field, change] of Object.entries(changed))
      changes[field] = groups.includes(group) ? change : { from: 'not shown', to: 'not shown' };
  return { ...rest, changes };
}
