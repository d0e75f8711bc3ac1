import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { accountNameOf } from '../account-name.ts';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { FieldConflict } from '../errors.ts';
import { auditEntries } from '../tables.ts';

/** One value of an edit, merged by itself: a field, a custom field, or a row of a list in the form. */
export interface Part {
  field: string;
  opened: unknown;
  sent: unknown;
  current: unknown;
  /** A label, where the form has none: a custom field, a row. */
  label?: string | undefined;
  /** How the schema parses a value, so that differences in spelling do not count. */
  read?: (value: unknown) => unknown;
  /** The audit action that changes it, if its entries do not name the field. */
  action?: string | undefined;
  /** Finds the change in the history, latest entry first, if the entries record it in a special way. */
  entryOf?: ((entries: readonly HistoryEntry[]) => HistoryEntry | undefined) | undefined;
  /** Independent values: what each user added or removed is merged without a question. */
  isSet?: boolean | undefined;
  /** The value as text, if it is an id or a code. */
  words?: (value: unknown) => string | Promise<string>;
}

interface HistorySubject {
  institutionId?: number | undefined;
  /** As audit entries name it. */
  type: string;
  id: number;
}

/**
 * The history that shows who made a change: the record's, or all entries of some actions if a form edits many records.
 */
export type Subject = HistorySubject | { institutionId: number; actions: string[] };

export interface HistoryEntry {
  accountId: number | null;
  person: string;
  at: Date;
  details: Record<string, unknown>;
  action: string;
}

/** Each conflict with both values as text, and the author of the other change, from the record's history. */
export async function describeConflicts(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  parts: Part[],
): Promise<FieldConflict[]> {
  const entries = await tx
    .select({
      accountId: auditEntries.accountId,
      person: sql<string>`${accountNameOf(auditEntries.person, auditEntries.username)}`,
      at: auditEntries.at,
      details: auditEntries.details,
      action: auditEntries.action,
    })
    .from(auditEntries)
    .where(
      and(
        subject.institutionId === undefined ? undefined : eq(auditEntries.institutionId, subject.institutionId),
        ...('actions' in subject
          ? [inArray(auditEntries.action, subject.actions)]
          : [eq(auditEntries.subjectType, subject.type), eq(auditEntries.subjectId, subject.id)]),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(100);
  const conflicts: FieldConflict[] = [];
  for (const { field, label, current, sent, action, entryOf, words = valueText } of parts) {
    const name = field.split('.')[0]!;
    const entry = entryOf
      ? entryOf(entries)
      : action
        ? entries.find((entry) => entry.action === action)
        : (entries.find(({ details }) => tells(details, [field, name, label])) ??
          entries.find(({ details }) => !('changes' in details)));
    conflicts.push({
      field,
      label: label ?? null,
      value: current ?? null,
      theirs: await words(current),
      yours: await words(sent),
      by: entry ? { person: entry.person, isYou: entry.accountId === actor.accountId, at: entry.at } : null,
    });
  }
  return conflicts;
}

/** Whether a history entry records a change of one of these fields. */
function tells(details: Record<string, unknown>, names: (string | undefined)[]): boolean {
  const { changes, restricted } = details as { changes?: object; restricted?: Record<string, object> };
  return [changes, ...Object.values(restricted ?? {})].some(
    (some) => some && names.some((name) => name !== undefined && Object.hasOwn(some, name)),
  );
}

const longest = 400;

/** A value as text; the browser formats dates and choices as its form does. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
