import type { FieldGroup } from './field-groups.ts';

/* Fields that an institution defines for itself, as the server and the browser both know them. */

export const customFieldTypes = ['text', 'number', 'date', 'choice', 'multi_choice', 'yes_no', 'file'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export const customFieldTypeWords: Record<CustomFieldType, string> = {
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
  /** Offered no more; who has it keeps it. */
  isRetired: boolean;
}

export interface CustomField {
  id: number;
  label: string;
  help: string | null;
  type: CustomFieldType;
  group: FieldGroup;
  isRequired: boolean;
  /** Of the two kinds of choices, the retired ones too. */
  options: CustomOption[];
}

export interface CustomFile {
  id: number;
  name: string;
  size: number;
}

/** Text and days as text, yes or no as a boolean, choices as the ids of their options, in the options' order. */
export type CustomValue = string | number | boolean | number[] | CustomFile;
/** By the field's id; what is empty is not there. */
export type CustomValues = Record<number, CustomValue>;

/** What a custom file may weigh. */
export const customFileBytes = 8 * 1_048_576;
/** Between several choices of one person, in lists and files. */
export const choiceSeparator = '; ';

/** The labels of the chosen options. */
export const chosenLabels = ({ options }: Pick<CustomField, 'options'>, chosen: readonly number[]): string[] =>
  options.filter(({ id }) => chosen.includes(id)).map(({ label }) => label);

/** A value as lists and files write it; a day stays yyyy-mm-dd. */
export function customText(field: Pick<CustomField, 'options'>, value: CustomValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return chosenLabels(field, value).join(choiceSeparator);
  return typeof value === 'object' ? value.name : String(value);
}
