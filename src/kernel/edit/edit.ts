import { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { HistoryEntry, Subject, Part } from './describe-conflicts.ts';
import { decide } from './decide.ts';
import { mergedSet } from './merge-values.ts';

/** The record's values when its form was opened, by field, as the page sent them. */
export type OpenedValues = Record<string, unknown>;

const reload = 'This form is missing the values it was opened with. Reload the page, then make your changes again.';

const openedField = z.record(z.string().max(200), z.unknown(), reload);

/** The body of every edit form: its fields, and the values it was opened with. */
export const edits = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  fields.safeExtend({ opened: openedField } as never) as unknown as z.ZodObject<Shape & { opened: typeof openedField }>;

/** The record's values in the fields of its schema, which the form sends back; null for none. */
export const openedOf = ({ shape }: z.ZodObject, record: object): OpenedValues =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((field) => field !== 'opened' && Object.hasOwn(record, field))
      .map((field) => [field, (record as OpenedValues)[field] ?? null]),
  );

export interface Edit<Sent extends object> {
  fields: z.ZodObject;
  /** The form's input, including `opened`. */
  sent: Sent;
  /** The locked record, in the format that the page sends to the form. */
  current: object;
  subject: Subject;
  /** Fields that the user cannot see keep their values, whatever is sent. */
  isSeen?: (field: string) => boolean;
  together?: readonly (readonly string[])[];
  /** Fields with independent values (`mergeSet`). */
  sets?: readonly string[];
  words?: Partial<Record<string, Part['words']>>;
  /** What the form calls a field that has no label of its own: a list of rows. */
  labels?: Partial<Record<string, string>>;
  /** The audit action that changes these fields, if its entries name them differently. */
  action?: string;
  /** Which entry of the history changed a field, if entries of one subject are about several records. */
  isEntryOf?: (entry: HistoryEntry, field: string) => boolean;
  /** Parts that the schema does not list one by one. */
  more?: Part[];
}

/**
 * The complete input of an edit: the user's changes over the current record. Throws an EditConflict for fields that
 * someone else has changed meanwhile (`decide`). `touched` lists what the user changed.
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
    labels = {},
    action,
    isEntryOf,
    more = [],
  }: Edit<Sent>,
): Promise<{ input: Omit<Sent, 'opened'>; touched: Set<string> }> {
  const { opened = {}, ...input } = sent as unknown as OpenedValues & { opened?: OpenedValues };
  const now = current as Record<string, unknown>;
  const known = Object.keys(input).filter((field) => field in fields.shape && field in now);
  const parts = known.filter(isSeen).map((field) => ({
    field,
    opened: opened[field],
    sent: input[field],
    current: now[field],
    read: readWith(fields.shape[field] as z.ZodType),
    words: words[field],
    label: labels[field],
    action,
    ...(isEntryOf && { entryOf: (entries: readonly HistoryEntry[]) => entries.find((one) => isEntryOf(one, field)) }),
    isSet: sets.includes(field),
  }));
  const touched = await decide(tx, actor, subject, [...parts, ...more], together);
  for (const field of known) if (!touched.has(field)) input[field] = now[field];
  for (const part of parts) if (part.isSet && touched.has(part.field)) input[part.field] = mergedSet(part);
  return { input: input as Omit<Sent, 'opened'>, touched };
}

/** The values that differ from the record; an update writes nothing else. */
export const differing = <Values extends object>(values: Values, changes: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(changes, field))) as Partial<Values>;

const readWith = (schema: z.ZodType) => (value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : value;
};
