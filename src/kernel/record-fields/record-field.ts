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

/** Required fields as text; others as text or null. */
export type FieldValues<Fields extends RecordFields> = {
  [Key in keyof Fields as Fields[Key]['isRequired'] extends true ? Key : never]: string;
} & { [Key in keyof Fields as Fields[Key]['isRequired'] extends true ? never : Key]?: string | null };

/** The fields that a place shows without code of its own, in their order. */
export const fieldsAt = (fields: RecordFields, place: Place, section?: string): [key: string, field: RecordField][] =>
  Object.entries(fields).filter(([, field]) => !field.byHand?.includes(place) && field.section === section);

/** The values of these fields alone. */
export const pickFields = <Fields extends RecordFields>(fields: Fields, from: FieldValues<Fields>) =>
  Object.fromEntries(
    Object.keys(fields).map((key) => [key, (from as Record<string, unknown>)[key] ?? null]),
  ) as FieldValues<Fields>;
