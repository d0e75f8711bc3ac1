import type { StudentFields } from '#features/people/students/form/create-student.ts';

/* Apart from what checks them: pages show these words without the validator. */

/**
 * The fields of a person that a form can ask for besides names, date of birth and gender, which every form asks. The keys are
 * those of a student's record.
 */
export const askableFields = {
  middleName: 'Middle name',
  nationalityId: 'Nationality',
  countryId: 'Country, state and LGA',
  city: 'City or town',
  community: 'Community',
  address: 'Home address',
  religion: 'Religion',
  language: 'Language',
  bloodGroup: 'Blood group',
  genotype: 'Genotype',
} as const;
export type AskableField = keyof typeof askableFields;

export const needs = { hidden: 'Not asked', optional: 'Optional', required: 'Required' } as const;
export type Need = keyof typeof needs;
export const examinations = { WAEC: 'WAEC', NECO: 'NECO', NABTEB: 'NABTEB', JAMB: 'JAMB' } as const;
type Examination = keyof typeof examinations;

/** What an applicant has answered, in the words of the records that it becomes. Everything may be missing in a draft. */
export interface Answers {
  /** Fields of the student's record besides the columns of the application. */
  person?: Partial<Pick<StudentFields, AskableField | 'stateId' | 'stateName' | 'lgaId' | 'phone' | 'mobile'>>;
  guardians?: GuardianAnswer[];
  schools?: SchoolAnswer[];
  results?: ResultAnswer[];
  /** Values of custom fields, as a form sends them. */
  custom?: Record<string, unknown>;
  /** What was typed into a part and could not be saved yet, by its fields. */
  typed?: Partial<Record<string, Record<string, string>>>;
  /** The window that wrote a part last, with its turn: 'k3f9a.7'. */
  windows?: Partial<Record<string, string>>;
}

export interface GuardianAnswer {
  title?: string | null;
  surname: string;
  firstName: string;
  relation?: string | null;
  /** E.164. */
  mobile?: string | null;
  email?: string | null;
  occupation?: string | null;
  address?: string | null;
}

export interface SchoolAnswer {
  name: string;
  /** Years, as typed. */
  from?: string | null;
  to?: string | null;
  lastClass?: string | null;
}

export interface ResultAnswer {
  examination: Examination;
  year: string;
  /** The candidate's number. */
  number?: string | null;
  subjects: { subject: string; grade: string }[];
}
