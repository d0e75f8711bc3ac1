import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import { EditConflict } from '../errors.ts';
import { type Subject, describeConflicts, type Part } from './describe-conflicts.ts';

/**
 * Merges each part: a part that the user left unchanged keeps its current value; a part that only the user changed is
 * written; a part that someone else changed differently is a conflict. Returns the names of the parts to write. The
 * caller has locked the record and checked the permission.
 */
export async function decide(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  parts: Part[],
  /** Fields that only make sense together: a change of one conflicts with a change of another. */
  together: readonly (readonly string[])[] = [],
): Promise<Set<string>> {
  const judged = parts.map((part) => ({ part, ...judge(part) }));
  const touched = new Set(judged.filter(({ isTouched }) => isTouched).map(({ part }) => part.field));
  const clashes = new Set(
    judged.filter(({ isTouched, isMoved }) => isTouched && isMoved).map(({ part }) => part.field),
  );
  for (const fields of together) {
    const group = judged.filter(({ part }) => fields.includes(part.field));
    if (group.some(({ isTouched }) => isTouched) && group.some(({ isMoved }) => isMoved))
      for (const { part, isApart } of group) if (isApart) clashes.add(part.field);
  }
  const conflicts = parts.filter(({ field }) => clashes.has(field));
  if (conflicts.length > 0) throw new EditConflict(await describeConflicts(tx, actor, subject, conflicts));
  return touched;
}

function judge({ opened, sent, current, isSet, read = (value) => value }: Part) {
  const same = (a: unknown, b: unknown) => canonical(a) === canonical(b) || canonical(read(a)) === canonical(read(b));
  const isApart = !same(sent, current);
  return { isApart, isTouched: !same(sent, opened) && isApart, isMoved: !isSet && isApart && !same(opened, current) };
}

/** Null, empty text and an empty list are equal; the order of keys and choices does not matter. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (Array.isArray(inner))
      return inner.every((item) => typeof item !== 'object') ? inner.map(String).toSorted() : (inner as unknown[]);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Rows that a form edits as a list, each a part by its id; null where the row does not exist. */
export function rowParts(
  name: string,
  rows: Record<'opened' | 'sent' | 'current', Readonly<Record<string, unknown>>>,
  more: (id: string) => Pick<Part, 'label' | 'words'>,
): Part[] {
  const ids = new Set([...Object.keys(rows.opened), ...Object.keys(rows.sent), ...Object.keys(rows.current)]);
  return [...ids].map((id) => ({
    field: `${name}.${id}`,
    opened: rows.opened[id] ?? null,
    sent: rows.sent[id] ?? null,
    current: rows.current[id] ?? null,
    ...more(id),
  }));
}
