import { quote } from '../engine/clean.ts';
import type { Fields } from '../engine/field.ts';
import { genderField, languageField, nameFields, photoField, religionField } from '../engine/person-fields.ts';
import { contactFields } from '../engine/contact-fields.ts';
import { homeFields } from '../engine/home-fields.ts';

/** The link between the guardian and one child; null where a cell is blank. */
export interface Child {
  number: string;
  relation: string | null;
  paysFees: boolean | null;
  mayCollect: boolean | null;
  receivesSms: boolean | null;
  isNextOfKin: boolean | null;
}

const perChild = 'One value for all children in the row, or one for each child, separated by semicolons.';

const answer = (label: string, synonyms: string[]) => ({
  ...{ label, isPart: true, synonyms, note: perChild },
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
  },
  paysFees: answer('Pays fees', ['paysfees', 'feepayer', 'paysthefees', 'responsibleforfees']),
  mayCollect: answer('May collect', ['maycollect', 'canpickup', 'pickup', 'authorisedtocollect', 'maypickup']),
  receivesSms: answer('Receives SMS', ['receivessms', 'sms', 'getssms', 'receivesmessages']),
  isNextOfKin: answer('Next of kin', ['nextofkin', 'isnextofkin', 'nok']),
  photo: photoField('the record of each guardian'),
};

export const linkAnswers = ['paysFees', 'mayCollect', 'receivesSms', 'isNextOfKin'] as const;
