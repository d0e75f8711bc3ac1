import { phoneText } from '#ui/format.ts';
import type { Fields, PersonRecord } from '../engine/field.ts';
import type { ParentRecord } from './read-parents.ts';

/** Whose columns a roster of students can have: one guardian, and the father and the mother by name. */
export const parentRoles = ['guardian', 'father', 'mother'] as const;
export type ParentRole = (typeof parentRoles)[number];

export const parentsOf = (record: PersonRecord) => (record['parents'] ?? []) as ParentRecord[];

const labels: Record<ParentRole, string> = { guardian: 'Guardian', father: 'Father', mother: 'Mother' };
const owners: Record<ParentRole, string[]> = {
  guardian: [
    'guardian',
    'guardians',
    'parent',
    'parents',
    'parentguardian',
    'parentsguardian',
    'parentsguardians',
    'sponsor',
  ],
  father: ['father', 'fathers', 'dad'],
  mother: ['mother', 'mothers', 'mum'],
};
const nouns: Record<'Name' | 'Phone' | 'Email', string[]> = {
  Name: ['name', 'names', 'fullname'],
  Phone: [
    'phone',
    'phoneno',
    'phonenumber',
    'phonenumbers',
    'phones',
    'gsm',
    'gsmno',
    'tel',
    'telno',
    'telephone',
    'mobile',
    'mobileno',
    'number',
    'contact',
  ],
  Email: ['email', 'emailaddress', 'mail'],
};

const shownOf = (role: ParentRole, part: (parent: ParentRecord) => string) => (record: PersonRecord) =>
  parentsOf(record)
    .filter((parent) => parent.role === role)
    .map(part)
    .join('');

/** Importing them adds guardians and their links, which needs what adding a guardian by hand does. */
const common = { isPart: true, needs: ['guardians.import', 'guardians.edit'] } as const;

export const parentFields: Fields = {
  ...Object.fromEntries(
    parentRoles.flatMap((role) => {
      const spell = (part: keyof typeof nouns) =>
        owners[role].flatMap((owner) => nouns[part].flatMap((noun) => [`${owner}${noun}`, `${noun}of${owner}`]));
      const label = labels[role];
      return [
        [
          `${role}Name`,
          {
            ...common,
            label: `${label}: name`,
            max: 300,
            synonyms: [...spell('Name'), ...owners[role]],
            shown: shownOf(role, ({ title, firstName, surname }) =>
              [title, firstName, surname].filter(Boolean).join(' '),
            ),
            note: 'Added as a guardian and linked to the student. Siblings share one by phone or name.',
          },
        ],
        [
          `${role}Phone`,
          {
            ...common,
            label: `${label}: phone`,
            max: 80,
            synonyms: spell('Phone'),
            shown: shownOf(role, ({ mobile, phone }) => [mobile, phone].filter(Boolean).map(phoneText).join(', ')),
            note: 'One or two numbers.',
          },
        ],
        [
          `${role}Email`,
          {
            ...common,
            label: `${label}: e-mail`,
            max: 200,
            synonyms: spell('Email'),
            shown: shownOf(role, ({ email }) => email ?? ''),
          },
        ],
      ];
    }),
  ),
  guardianRelation: {
    ...common,
    label: 'Guardian: relation',
    list: 'guardianRelations',
    max: 80,
    synonyms: [
      'guardianrelation',
      'relation',
      'relationship',
      'relationshiptostudent',
      'relationshiptopupil',
      'guardianrelationship',
      'parentrelationship',
    ],
    shown: shownOf('guardian', ({ children: [child] }) => child?.relation ?? ''),
    note: 'Also read from brackets behind the name, such as “(aunt)”.',
  },
};
