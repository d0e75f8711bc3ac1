import type { RestrictedGroup } from '../contracts/field-groups.ts';

/** Where a field of a record can appear. */
export type Place = 'form' | 'list' | 'record' | 'report' | 'document' | 'personalData';

/**
 * A plain column of a record, declared once in an object beside its table. The schema, the form's input and check, and
 * every place where it appears derive from it: docs/how-to/table.md. Plain data, for server and browser.
 */
export interface RecordField {
  label: string;
  /** A line or paragraphs of text, a day, a value of one of the institution's lists, or one of `options`. */
  type: 'line' | 'paragraphs' | 'day' | 'listValue' | 'option';
  /** How a refusal begins: 'The title'. */
  named?: string;
  /** Characters at most, of a line or paragraphs. */
  max?: number;
  isRequired?: boolean;
  options?: readonly string[];
  /** The key of the institution's list. */
  list?: string;
  /** Only for those who may see this group. */
  group?: RestrictedGroup;
  /** The part of a form or record that shows it, where there are several. */
  section?: string;
  help?: string;
  placeholder?: string;
  /** Characters of its column in a file. */
  width?: number;
  /** Places that show it in their own way or not at all. */
  byHand?: readonly Place[];
}

export type RecordFields = Readonly<Record<string, RecordField>>;

type RequiredKey<Fields extends RecordFields> = {
  [Key in keyof Fields]: Fields[Key]['isRequired'] extends true ? Key : never;
}[keyof Fields];

/** Required fields as text; others as text or null. */
export type FieldValues<Fields extends RecordFields> = {
  [Key in keyof Fields]: Key extends RequiredKey<Fields> ? string : string | null;
};

/** The same, where fields that are not required may be missing. */
export type GivenFields<Fields extends RecordFields> = Pick<FieldValues<Fields>, RequiredKey<Fields>> &
  Partial<FieldValues<Fields>>;

/** The fields that a place shows without code of its own, in their order: all of them, or those of one section. */
export const fieldsAt = (fields: RecordFields, place: Place, section?: string): [key: string, field: RecordField][] =>
  Object.entries(fields).filter(
    ([, field]) => !field.byHand?.includes(place) && (!section || field.section === section),
  );

/** The values of these fields alone. */
export const pickFields = <Fields extends RecordFields>(fields: Fields, from: GivenFields<Fields>) =>
  Object.fromEntries(
    Object.keys(fields).map((key) => [key, (from as Record<string, unknown>)[key] ?? null]),
  ) as FieldValues<Fields>;
