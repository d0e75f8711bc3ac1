import { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { Subject } from './conflict-words.ts';
import { type Part, decide } from './decide.ts';
import { mergedSet } from './merge-values.ts';

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

/** Of values, those that differ from the record: an update names nothing else. */
export const differing = <Values extends object>(values: Values, changes: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(changes, field))) as Partial<Values>;

const readWith = (schema: z.ZodType) => (value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : value;
};
