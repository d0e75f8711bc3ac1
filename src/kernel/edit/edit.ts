import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountNameOf } from '../account-name.ts';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import { EditConflict, type FieldConflict } from '../errors.ts';
import { auditEntries } from '../tables.ts';

/** The values of a record that its form was opened with, by field, as the page gave them. */
export type Opened = Record<string, unknown>;

const reload = 'This form is missing the values it was opened with. Reload the page, then make your changes again.';

const openedField = z.record(z.string().max(200), z.unknown(), reload);

/** The body of every form that edits a record: its fields, and beside them the values the form was opened with. */
export const edits = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  fields.safeExtend({ opened: openedField } as never) as unknown as z.ZodObject<Shape & { opened: typeof openedField }>;

/** What a page gives its form to be sent back: the record's values in the fields of its schema, null for none. */
export const openedOf = ({ shape }: z.ZodObject, record: object): Opened =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((field) => field !== 'opened' && Object.hasOwn(record, field))
      .map((field) => [field, (record as Opened)[field] ?? null]),
  );

/** One value of an edit, decided by itself: a field, a custom field, or a row of a list that the form edits. */
export interface Part {
  field: string;
  opened: unknown;
  sent: unknown;
  current: unknown;
  /** Where the form does not label it: a custom field, a row. */
  label?: string | undefined;
  /** How the schema reads a value, so that differences in spelling do not count. */
  read?: (value: unknown) => unknown;
  /** The action of the history that changes it, where its entries do not name the field. */
  action?: string | undefined;
  /** Finds the change in the history, the latest entry first, where the entries tell of it in a way of their own. */
  entryOf?: ((entries: readonly HistoryEntry[]) => HistoryEntry | undefined) | undefined;
  /** Several values of which none depends on another: what each person added or removed is merged, nobody is asked. */
  isSet?: boolean | undefined;
  /** The value for people, where it is an id or a code. */
  words?: (value: unknown) => string | Promise<string>;
}

interface HistorySubject {
  institutionId?: number | undefined;
  /** As audit entries name it. */
  type: string;
  id: number;
}

/** Whose history tells who made a change: a record's, or all entries of some actions where a form edits many records. */
type Subject = HistorySubject | { institutionId: number; actions: string[] };

export interface HistoryEntry {
  accountId: number | null;
  person: string;
  at: Date;
  details: Record<string, unknown>;
  action: string;
}

/**
 * Decides each part: what the person left as it was opened is left alone, whatever it is now; what only the person has
 * changed is written; what somebody else has changed to something different meanwhile is asked about. Returns the
 * names of the parts to write. The caller has locked the record and asked the permission.
 */
export async function decide(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  parts: Part[],
  /** Fields that mean something only together: a change of one meets a change of another. */
  together: readonly (readonly string[])[] = [],
): Promise<Set<string>> {
  const judged = parts.map((part) => ({ part, ...judge(part) }));
  const touched = new Set(judged.filter(({ isTouched }) => isTouched).map(({ part }) => part.field));
  const clashes = new Set(judged.filter((one) => one.isTouched && one.isMoved).map(({ part }) => part.field));
  for (const fields of together) {
    const some = judged.filter(({ part }) => fields.includes(part.field));
    if (some.some(({ isTouched }) => isTouched) && some.some(({ isMoved }) => isMoved))
      for (const { part, isApart } of some) if (isApart) clashes.add(part.field);
  }
  const conflicts = parts.filter(({ field }) => clashes.has(field));
  if (conflicts.length > 0) throw new EditConflict(await inWords(tx, actor, subject, conflicts));
  return touched;
}

function judge({ opened, sent, current, isSet, read = (value) => value }: Part) {
  const same = (one: unknown, other: unknown) =>
    canonical(one) === canonical(other) || canonical(read(one)) === canonical(read(other));
  const isApart = !same(sent, current);
  return { isApart, isTouched: !same(sent, opened) && isApart, isMoved: !isSet && isApart && !same(opened, current) };
}

/** A set as it is now, with what the person added to it and without what the person removed from it. */
export function mergeSet<Value>(opened: readonly Value[], sent: readonly Value[], current: readonly Value[]): Value[] {
  const removed = opened.filter((one) => !sent.includes(one));
  const added = sent.filter((one) => !opened.includes(one));
  return [...new Set([...current.filter((one) => !removed.includes(one)), ...added])];
}

/**
 * An order in which `sent` is put: that of today where the person moved nothing, else the person's, with what the form
 * did not know of behind the rest. What is new stays behind the one that it was put after.
 */
export function mergeOrder<Key>(opened: readonly Key[], sent: readonly Key[], current: readonly Key[]): Key[] {
  const known = sent.filter((one) => opened.includes(one));
  const before = opened.filter((one) => sent.includes(one));
  const isMoved = known.some((one, at) => one !== before[at]);
  const order = isMoved
    ? [...sent.filter((one) => current.includes(one)), ...current.filter((one) => !sent.includes(one))]
    : [...current];
  for (const [at, one] of sent.entries())
    if (!order.includes(one)) order.splice(at === 0 ? 0 : order.indexOf(sent[at - 1]!) + 1, 0, one);
  return order;
}

/** Nothing, an empty text and an empty list are one; the order of keys and of choices says nothing. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (Array.isArray(inner))
      return inner.every((one) => typeof one !== 'object') ? inner.map(String).toSorted() : (inner as unknown[]);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

export interface Edit<Sent extends object> {
  fields: z.ZodObject;
  /** What the form sent, with `opened`. */
  sent: Sent;
  /** The locked record, its values as the page gives them to the form. */
  current: object;
  subject: Subject;
  /** Fields that the person does not see keep their value, whatever is sent. */
  isSeen?: (field: string) => boolean;
  together?: readonly (readonly string[])[];
  /** Fields of several values of which none depends on another (`mergeSet`). */
  sets?: readonly string[];
  words?: Partial<Record<string, Part['words']>>;
  /** The action of the history that changes these fields, where its entries call them otherwise. */
  action?: string;
  /** Parts that the schema does not name one by one. */
  more?: Part[];
}

/**
 * The whole input of an edit: what the person changed, over what the record holds now. Refuses, as a question to the
 * person, what somebody else has changed meanwhile (`decide`). `touched` names what the person changed.
 */
export async function mergeEdit<Sent extends object>(
  tx: Tx,
  actor: Actor,
  {
    fields,
    sent,
    current,
    subject,
    isSeen = () => true,
    together,
    sets = [],
    words = {},
    action,
    more = [],
  }: Edit<Sent>,
): Promise<{ input: Omit<Sent, 'opened'>; touched: Set<string> }> {
  const { opened = {}, ...input } = sent as unknown as Opened & { opened?: Opened };
  const now = current as Record<string, unknown>;
  const known = Object.keys(input).filter((field) => field in fields.shape && field in now);
  const parts = known.filter(isSeen).map((field) => ({
    field,
    opened: opened[field],
    sent: input[field],
    current: now[field],
    read: readWith(fields.shape[field] as z.ZodType),
    words: words[field],
    action,
    isSet: sets.includes(field),
  }));
  const touched = await decide(tx, actor, subject, [...parts, ...more], together);
  for (const field of known) if (!touched.has(field)) input[field] = now[field];
  for (const part of parts) if (part.isSet && touched.has(part.field)) input[part.field] = mergedSet(part);
  return { input: input as Omit<Sent, 'opened'>, touched };
}

/** What a part holds that is a set, read as its field reads it. */
export function mergedSet({ opened, sent, current, read = (value) => value }: Part): unknown[] {
  const [before, mine, now] = [opened, sent, current].map((value) => [read(value) ?? []].flat());
  return mergeSet(before!, mine!, now!);
}

/** Of values, those that differ from the record: an update names nothing else. */
export const differing = <Values extends object>(values: Values, changes: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(changes, field))) as Partial<Values>;

const readWith = (schema: z.ZodType) => (value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : value;
};

/** Rows that a form edits as a list, each a part of its own by its id; null where there is no such row. */
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

/** Each conflict with both values in words, and who made the other change, from the record's history. */
async function inWords(tx: Tx, actor: Actor, subject: Subject, parts: Part[]): Promise<FieldConflict[]> {
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
  for (const { field, label, current, sent, action, entryOf, words = plainly } of parts) {
    const name = field.split('.')[0]!;
    const entry = entryOf
      ? entryOf(entries)
      : action
        ? entries.find((one) => one.action === action)
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

/** Whether an entry of the history tells of a change of one of these fields. */
function tells(details: Record<string, unknown>, names: (string | undefined)[]): boolean {
  const { changes, restricted } = details as { changes?: object; restricted?: Record<string, object> };
  return [changes, ...Object.values(restricted ?? {})].some(
    (some) => some && names.some((name) => name !== undefined && Object.hasOwn(some, name)),
  );
}

const longest = 400;

/** A value as it stands; the browser shows days and choices as its form does. */
export function plainly(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(plainly).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
