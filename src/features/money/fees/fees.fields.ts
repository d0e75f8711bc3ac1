import type { RecordFields } from '#kernel/record-fields/record-field.ts';

/** The plain fields of a fee. What it charges, when, and whom, are tables of their own. */
export const feeFields = {
  title: { label: 'Title', type: 'line', named: 'The title', max: 120, isRequired: true, byHand: ['form', 'record'] },
  instructions: {
    label: 'Payment instructions',
    type: 'paragraphs',
    named: 'Instructions',
    max: 1000,
    placeholder: 'Pay into First Bank 3012345678 with the admission number as the narration.',
    help: 'Printed on bills.',
  },
} as const satisfies RecordFields;
