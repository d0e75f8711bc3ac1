import { quote } from '../engine/clean.ts';
import type { Field, Fields, PersonRecord } from '../engine/field.ts';
import { genderField, languageField, nameFields, photoField, religionField } from '../engine/person-fields.ts';
import { contactFields } from '../engine/contact-fields.ts';
import { homeFields } from '../engine/home-fields.ts';

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

export const linkAnswerLabels: Record<(typeof linkAnswers)[number], string> = {
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
      /^\d{1,15}$/.test(value)
        ? { ok: Number(value) }
        : { problem: `${quote(value)} is not a guardian ID. Leave the cell blank if there is none.` },
    note: 'The ID from an Akada export. Without it, guardians are matched by name plus a phone, an e-mail or a child.',
  },
  title: { label: 'Title', max: 20, synonyms: ['title', 'salutation', 'prefix'] },
  ...nameFields('guardian', ['parentname', 'nameofparent', 'nameofparentguardian', 'parentguardianname']),
  gender: genderField,
  ...contactFields,
  occupation: { label: 'Occupation', max: 100, synonyms: ['occupation', 'profession', 'job'] },
  employer: { label: 'Employer', max: 150, synonyms: ['employer', 'placeofwork', 'company', 'workplace'] },
  ...homeFields(),
  religion: religionField({ group: 'religion' }),
  language: languageField,
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
