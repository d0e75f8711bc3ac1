import { phoneText } from '#ui/format.ts';
import type { Field, Fields, PersonRecord } from '../engine/field.ts';
import { readYesNo } from '../engine/words.ts';
import { linkAnswerLabels, linkAnswers, type Child } from './guardian-columns.ts';
import { answerColumn, answerHeadings } from './parent-answers.ts';

/** A guardian as the row of a student gives it; the child is that student. */
export interface ParentRecord extends PersonRecord {
  role: ParentRole;
  title: string | null;
  phone: string | null;
  mobile: string | null;
  email: string | null;
  children: Child[];
}

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

const answersOf = (role: ParentRole) =>
  linkAnswers.map((key): [string, Field] => [
    answerColumn(role, key),
    {
      ...common,
      label: `${labels[role]}: ${linkAnswerLabels[key][0]!.toLowerCase()}${linkAnswerLabels[key].slice(1)}`,
      synonyms: [
        ...owners[role].flatMap((owner) => answerHeadings[key].map((heading) => owner + heading)),
        ...(role === 'guardian' ? answerHeadings[key] : []),
      ],
      choices: ['Yes', 'No'],
      fits: (value) => readYesNo(value) !== null,
      shown: shownOf(role, ({ children: [child] }) => (child?.[key] == null ? '' : child[key] ? 'Yes' : 'No')),
      note:
        key === 'paysFees' || key === 'receivesSms'
          ? 'Yes or no. If it isn’t said, yes for the first guardian of a student.'
          : 'Yes or no.',
    },
  ]);

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
        ...answersOf(role),
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
