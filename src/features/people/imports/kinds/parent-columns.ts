import { phoneText } from '#ui/format.ts';
import type { Field, Fields, PersonRecord } from '../engine/field.ts';
import { readYesNo } from '../engine/value-readers.ts';
import { quote } from '../engine/headers.ts';
import { guardianFields as declared } from '#features/records/people/people.fields.ts';
import { genderField, nameFields, originFields, photoField, plainFields } from '../engine/home-fields.ts';

export const linkAnswers = ['paysFees', 'mayCollect', 'receivesSms', 'isNextOfKin'] as const;
/** Null where a cell is blank. */
export type LinkAnswers = Record<(typeof linkAnswers)[number], boolean | null>;

/** The link between the guardian and one child. */
export interface Child extends LinkAnswers {
  number: string;
  relation: string | null;
}

const perChild = 'One value for all children in the row, or one for each child, separated by semicolons.';

const perChildShown = (key: 'relation' | (typeof linkAnswers)[number]) => (record: PersonRecord) =>
  (record['children'] as Child[])
    .map((child) => child[key])
    .map((value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? '')))
    .join(', ');

const linkAnswerLabels: Record<(typeof linkAnswers)[number], string> = {
  paysFees: 'Pays fees',
  mayCollect: 'May collect',
  receivesSms: 'Receives SMS',
  isNextOfKin: 'Next of kin',
};

const answer = (key: (typeof linkAnswers)[number], synonyms: string[]): Field => ({
  label: linkAnswerLabels[key],
  isPart: true,
  synonyms,
  note: perChild,
  choices: ['Yes', 'No'],
  shown: perChildShown(key),
  // In OneRoster `sms` is a number, and elsewhere an answer.
  fits: (value: string) => !/\d{6}/.test(value.replace(/[\s+()-]/g, '')),
});

export const guardianFields: Fields = {
  guardianId: {
    label: 'Guardian ID',
    synonyms: ['guardianid', 'guardian', 'parentid', 'id'],
    read: (value) =>
      /^\d{1,16}$/.test(value)
        ? { ok: Number(value) }
        : { problem: `${quote(value)} is not a guardian ID. Leave the cell blank if there is none.` },
    note: 'The ID from an Akada export. Without it, guardians are matched by name plus a phone, an e-mail or a child.',
  },
  ...plainFields(declared, 'title'),
  ...nameFields('guardian', ['parentname', 'nameofparent', 'nameofparentguardian', 'parentguardianname']),
  gender: genderField,
  ...plainFields(declared, 'contact', 'work'),
  ...originFields(),
  ...plainFields(declared, 'home', 'religion', 'personal'),
  children: {
    label: 'Children',
    isPart: true,
    synonyms: [
      'children',
      'child',
      'wards',
      'childrenadmissionnumbers',
      'admissionnumbers',
      'admissionnumber',
      'admissionno',
      'admno',
      'studentadmissionnumber',
      'studentid',
      'studentnumber',
    ],
    note: 'Admission numbers, separated by semicolons.',
  },
  relation: {
    label: 'Relation',
    isPart: true,
    list: 'guardianRelations',
    max: 80,
    synonyms: ['relation', 'relationship', 'relationshiptostudent', 'relationshiptochild', 'relationtostudent'],
    note: perChild,
    shown: perChildShown('relation'),
  },
  paysFees: answer('paysFees', ['paysfees', 'feepayer', 'paysthefees', 'responsibleforfees']),
  mayCollect: answer('mayCollect', ['maycollect', 'canpickup', 'pickup', 'authorisedtocollect', 'maypickup']),
  receivesSms: answer('receivesSms', ['receivessms', 'sms', 'getssms', 'receivesmessages']),
  isNextOfKin: answer('isNextOfKin', ['nextofkin', 'isnextofkin', 'nok']),
  photo: photoField('the record of each guardian'),
};

/** The column of an answer about one guardian in the row: 'fatherPaysFees'. */
export const answerColumn = (role: string, key: (typeof linkAnswers)[number]) =>
  `${role}${key[0]!.toUpperCase()}${key.slice(1)}`;

/** Headings of the answers, behind 'guardian' and so on; for the one guardian of a row also alone. */
const answerHeadings: Record<(typeof linkAnswers)[number], string[]> = {
  paysFees: ['paysfees', 'feepayer', 'paysthefees'],
  mayCollect: ['maycollect', 'canpickup', 'maypickup'],
  receivesSms: ['receivessms', 'getssms', 'receivesmessages'],
  isNextOfKin: ['isnextofkin'],
};

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
          ? 'Yes or no. If blank, yes for a student’s first guardian.'
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
    note: 'Also read from brackets after the name, such as “(aunt)”.',
  },
};
