import { plainDecimal } from '#kernel/notation.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import { parseCustomCell } from '#features/records/custom-fields/read-custom-value.ts';
import { clean, squeeze } from '../engine/clean.ts';
import type { Field, Fields } from '../engine/field.ts';
import { readDate } from '../engine/read-date.ts';

/** Custom fields as importable columns, except file fields, which are uploaded separately. */
export const customColumns = (fields: CustomField[]): Fields =>
  Object.fromEntries(
    fields.filter(({ type }) => type !== 'file').map((field) => [`custom.${field.id}`, asColumn(field)]),
  );

const asColumn = (field: CustomField): Field => ({
  label: field.label,
  // Exports add a suffix if another column has the same heading; older ones wrote “own field”.
  synonyms: [
    squeeze(field.label),
    squeeze(clean(field.label)),
    squeeze(`${field.label} (custom field)`),
    squeeze(`${field.label} (own field)`),
  ].filter(Boolean),
  customId: field.id,
  isDay: field.type === 'date',
  isDecimal: field.type === 'number',
  ...(field.type === 'choice' && {
    choices: field.options.filter(({ isRetired }) => !isRetired).map(({ label }) => label),
  }),
  ...(field.group === 'general' ? {} : { group: field.group }),
  read(value, { order, today, notation }) {
    const written = field.type === 'number' && notation === 'comma' ? plainDecimal(value, notation) : value;
    const read = parseCustomCell(field, written ?? '?', (text) => readDate(text, order, today));
    return 'refusal' in read ? { problem: read.refusal } : { ok: read.value };
  },
});
