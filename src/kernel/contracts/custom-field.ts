import type { FieldGroup } from './field-groups.ts';

/* Fields that an institution defines for itself, as the server and the browser both know them. */

export const customFieldTypes = ['text', 'number', 'date', 'choice', 'multi_choice', 'yes_no', 'file'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export const customFieldTypeLabels: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Single choice',
  multi_choice: 'Multiple choice',
  yes_no: 'Yes or no',
  file: 'File',
};

export const hasOptions = (type: CustomFieldType): boolean => type === 'choice' || type === 'multi_choice';

export interface CustomOption {
  id: number;
  label: string;
  /** No longer offered; existing values stay. */
  isRetired: boolean;
}

export interface CustomField {
  id: number;
  label: string;
  help: string | null;
  type: CustomFieldType;
  group: FieldGroup;
  isRequired: boolean;
  /** For both choice types, including archived options. */
  options: CustomOption[];
}

export interface CustomFile {
  id: number;
  name: string;
  size: number;
}

/** Text and dates as text, yes or no as a boolean, choices as the ids of their options, in the options' order. */
export type CustomValue = string | number | boolean | number[] | CustomFile;
/** By field id; empty values are omitted. */
export type CustomValues = Record<number, CustomValue>;

/** The size limit of a file in a custom field. */
export const customFileBytes = 8 * 1_048_576;
/** Separates a person's choices in lists and files. */
export const choiceSeparator = '; ';

/** The labels of the chosen options. */
export const chosenLabels = ({ options }: Pick<CustomField, 'options'>, chosen: readonly number[]): string[] =>
  options.filter(({ id }) => chosen.includes(id)).map(({ label }) => label);

/** A value as shown in lists and files; dates stay yyyy-mm-dd. */
export function customText(field: Pick<CustomField, 'options'>, value: CustomValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return chosenLabels(field, value).join(choiceSeparator);
  return typeof value === 'object' ? value.name : String(value);
}
