import type { RestrictedGroup } from '../contracts/field-groups.ts';

/** Where a field of a record can appear. */
export type Place =
  | 'form'
  | 'list'
  | 'record'
  | 'report'
  | 'document'
  | 'export'
  | 'import'
  | 'personalData'
  | 'merge'
  | 'erasure';

/**
 * A plain column of a record, declared once in an object beside its table. The schema, the form's input and check, and
 * every place where it appears derive from it: docs/how-to/table.md. Plain data, for server and browser.
 */
export interface RecordField {
  label: string;
  /** What places call it that don't use its label. */
  labels?: Partial<Record<Place, string>>;
  /** A line or paragraphs of text, a day, a value of one of the institution's lists, or one of `options`. */
  type: 'line' | 'paragraphs' | 'day' | 'listValue' | 'option' | 'phone' | 'email';
  /** How a refusal begins, if not by its label: 'The title'. */
  named?: string;
  /** Characters at most, of a line or paragraphs. */
  max?: number;
  isRequired?: boolean;
  options?: readonly string[];
  /** The key of the institution's list. */
  list?: string;
  /** Only for those who may see this group. */
  group?: RestrictedGroup;
  /** The part of a form, record or file that shows it, where there are several. */
  section?: string;
  help?: string;
  /** Values that a line suggests; any other can be typed. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** Characters of its column in a file. */
  width?: number;
  /** The same in a report, where it differs. */
  reportWidth?: number;
  /** What saved reports call it, if not by its column. */
  reportKey?: string;
  /** Other headings by which an import knows its column, in lower case without spaces. */
  synonyms?: readonly string[];
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

/** The fields that a place shows without code of its own, by section and in their order. */
export const fieldsAt = (
  fields: RecordFields,
  place: Place,
  ...sections: (string | undefined)[]
): [key: string, field: RecordField][] =>
  (sections.length ? sections : [undefined]).flatMap((section) =>
    Object.entries(fields).filter(([, field]) => !field.byHand?.includes(place) && field.section === section),
  );

export const labelAt = ({ label, labels }: RecordField, place: Place): string => labels?.[place] ?? label;

/** The fields that are like the condition. */
export type FieldsLike<Fields, Condition> = {
  [Key in keyof Fields as Fields[Key] extends Condition ? Key : never]: Fields[Key];
};
export type Restricted<Fields> = FieldsLike<Fields, { group: RestrictedGroup }>;
export type General<Fields> = Omit<Fields, keyof Restricted<Fields>>;

const filterFields = (fields: RecordFields, isWanted: (field: RecordField) => boolean): object =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isWanted(field)));

/** The fields for everybody who sees the record. */
export const generalIn = <Fields extends RecordFields>(fields: Fields) =>
  filterFields(fields, ({ group }) => group === undefined) as General<Fields>;

/** The fields of restricted groups. */
export const restrictedIn = <Fields extends RecordFields>(fields: Fields) =>
  filterFields(fields, ({ group }) => group !== undefined) as Restricted<Fields>;

/** The same fields, restricted to those who may see the group. */
export const inGroup = <Fields extends RecordFields, Group extends RestrictedGroup>(fields: Fields, group: Group) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, group }])) as {
    [Key in keyof Fields]: Fields[Key] & { group: Group };
  };

/** The institution's lists that the fields take their values from. */
export const listsIn = <Fields extends RecordFields>(fields: Fields) => [
  ...new Set(Object.values(fields).flatMap(({ list = [] }) => list as ListOf<Fields>)),
];
export type ListOf<Fields> = Extract<Fields[keyof Fields], { list: string }>['list'];

/** The values of these fields alone. */
export const pickFields = <Fields extends RecordFields>(fields: Fields, from: GivenFields<Fields>) =>
  Object.fromEntries(
    Object.keys(fields).map((key) => [key, (from as Record<string, unknown>)[key] ?? null]),
  ) as FieldValues<Fields>;
