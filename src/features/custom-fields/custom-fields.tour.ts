import type { Tour } from '#kernel/tour.ts';

export const customFieldTours: Tour[] = [
  {
    name: 'custom-fields/editor',
    page: 'custom-fields/custom-field-editor',
    version: 1,
    title: 'Own fields',
    about: 'Keep of students, employees and guardians what your school needs to know.',
    may: ['customFields.edit'],
    href: '/custom-fields',
    steps: [
      {
        at: 'tabs',
        title: 'Whose fields',
        text: 'Students, employees and guardians each have fields of their own.',
      },
      {
        at: 'own-fields',
        title: 'One block for each field',
        text: 'Give it a name, say what it holds and who may see it. Drag a block by its handle, or press the arrows, to put the fields in order.',
      },
      {
        at: 'form-actions',
        title: 'Saved together',
        text: 'Nothing changes until you save. A field or a choice that you remove is only retired: nobody loses what was written down, and it can come back.',
      },
    ],
  },
];
