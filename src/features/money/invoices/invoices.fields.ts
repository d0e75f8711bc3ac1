import type { RecordFields } from '#kernel/record-fields/record-field.ts';

/** The plain fields of an invoice. What appears everywhere needs no more than its line here and its column. */
export const invoiceFields = {
  title: {
    label: 'Title',
    type: 'line',
    named: 'The title',
    max: 160,
    isRequired: true,
    placeholder: 'Lost library book',
    width: 28,
    byHand: ['list', 'record', 'document'],
  },
} as const satisfies RecordFields;
