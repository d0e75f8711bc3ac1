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
  note: {
    label: 'Note for the parents',
    type: 'line',
    named: 'The note',
    max: 300,
    placeholder: 'Bring the book back, and the charge is cancelled.',
    width: 40,
  },
} as const satisfies RecordFields;
