import type { Tour } from '#kernel/contracts/tour.ts';

export const customFieldTours: Tour[] = [
  {
    name: 'custom-fields/editor',
    page: 'custom-fields/custom-field-editor',
    version: 1,
    title: 'Custom fields',
    about: 'Additional fields for students, employees and guardians.',
    may: ['customFields.edit'],
    href: '/custom-fields',
    steps: [
      {
        at: 'tabs',
        title: 'Record types',
        text: 'Students, employees and guardians each have their own custom fields.',
      },
      {
        at: 'custom-field-blocks',
        title: 'Fields',
        text: 'Set each field’s name, type and visibility. To change the order, drag a field by its handle or use the arrows.',
      },
      {
        at: 'form-actions',
        title: 'Save',
        text: 'Changes apply when you save. Removed fields and choices are only archived: their values are kept, and you can restore them.',
      },
    ],
  },
];
