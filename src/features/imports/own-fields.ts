import type { FieldGroup } from '#kernel/field-groups.ts';
import type { CustomFieldType } from '#features/custom-fields/custom-fields.schema.ts';
import { clean, quote, squeeze } from './engine/clean.ts';
import { searchable } from './engine/duplicates.ts';
import type { CustomValue, Field, Fields, Reading } from './engine/field.ts';
import { splitList } from './engine/lists.ts';
import * as read from './engine/read-value.ts';

/** A field that the institution made itself. */
export interface OwnField {
  id: number;
  label: string;
  type: CustomFieldType;
  group: FieldGroup;
  /** Those offered no more come last. */
  options: { id: number; label: string }[];
}

/** The institution's own fields as columns of a file; files among them travel by themselves. */
export const ownFields = (fields: OwnField[]): Fields =>
  Object.fromEntries(
    fields.filter(({ type }) => type !== 'file').map((field) => [`custom.${field.id}`, asColumn(field)]),
  );

const asColumn = ({ id, label, type, group, options }: OwnField): Field => ({
  label,
  synonyms: [squeeze(label), squeeze(clean(label)), squeeze(ownHeading(label))].filter(Boolean),
  customId: id,
  isDay: type === 'date',
  ...(group === 'general' ? {} : { group }),
  read: (value, reading) => readers[type](value, reading, options),
});

/** How a file heads an own field whose label is that of another column. */
export const ownHeading = (label: string, id?: number): string => `${label} (own field${id ? ` ${id}` : ''})`;

type Reader = (value: string, reading: Reading, options: OwnField['options']) => read.Read<CustomValue[]>;

const one = <T>(found: read.Read<T>, as: (value: T) => CustomValue): read.Read<CustomValue[]> =>
  'ok' in found ? { ok: [as(found.ok)] } : found;

const readers: Record<CustomFieldType, Reader> = {
  text: (value) =>
    value.length > 2000 ? { problem: 'This is longer than 2,000 letters.' } : { ok: [{ textValue: value }] },
  number: (value) => one(read.number(value), (numberValue) => ({ numberValue })),
  date: (value, { order, today }) => one(read.date(value, order, today), (dateValue) => ({ dateValue })),
  yes_no: (value) => one(read.yesNo(value), (yesValue) => ({ yesValue })),
  choice: (value, _reading, options) => choices([value], options),
  multi_choice: (value, _reading, options) => choices(splitList(value).filter(Boolean), options),
  file: () => ({ ok: [] }),
};

function choices(labels: string[], options: OwnField['options']): read.Read<CustomValue[]> {
  const chosen = new Map<number, CustomValue>();
  for (const label of labels) {
    const option = options.find((one) => searchable(one.label) === searchable(label));
    if (!option) {
      const offered = options.slice(0, 8).map((one) => one.label);
      return {
        problem: `${quote(label)} is not one of the choices: ${offered.join(', ')}${options.length > 8 ? ' …' : ''}.`,
      };
    }
    chosen.set(option.id, { optionId: option.id });
  }
  return { ok: [...chosen.values()] };
}
