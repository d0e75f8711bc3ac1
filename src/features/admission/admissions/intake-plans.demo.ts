import type { Mix } from '#features/records/geography/people.demo.ts';
import type { ApplicationState } from './admissions.ts';
import type { IntakeForm } from './intake-form.ts';

export interface IntakePlan {
  program: string;
  class: string;
  seats: number;
  /** The age of applicants, in years. */
  age: number;
  cutoff: number;
  acceptanceFee: number;
  form: Partial<IntakeForm>;
  /** How many applications there are in each state. */
  states: Partial<Record<ApplicationState, number>>;
}

export const mixes: Record<'school' | 'college', Mix> = {
  school: { yoruba: 72, igbo: 12, hausa: 8, edo: 8 },
  college: { hausa: 35, igbo: 20, nupe: 20, yoruba: 25 },
};

const schoolForm: Partial<IntakeForm> = {
  fields: {
    middleName: 'optional',
    countryId: 'optional',
    city: 'required',
    address: 'required',
    religion: 'optional',
  },
  guardians: 1,
  schools: 'required',
};
const collegeForm: Partial<IntakeForm> = {
  fields: { middleName: 'optional', city: 'required', address: 'required' },
  guardians: 0,
  schools: 'optional',
  results: 'required',
  examinations: ['WAEC', 'NECO', 'JAMB'],
};

/** What is running in November: the school's entrance examination is over, a second one is to come. */
export const intakePlans: Record<'school' | 'college', IntakePlan[]> = {
  school: [
    {
      program: 'JSS',
      class: 'JSS 1',
      seats: 30,
      age: 11,
      cutoff: 55,
      acceptanceFee: 2_500_000,
      form: schoolForm,
      states: {
        draft: 8,
        submitted: 18,
        under_review: 12,
        offered: 9,
        waiting_list: 8,
        rejected: 7,
        accepted: 5,
        admitted: 5,
        withdrawn: 3,
      },
    },
    {
      program: 'SSS',
      class: 'SS 1',
      seats: 12,
      age: 14,
      cutoff: 60,
      acceptanceFee: 2_500_000,
      form: schoolForm,
      states: {
        draft: 4,
        submitted: 12,
        under_review: 8,
        offered: 4,
        waiting_list: 3,
        rejected: 2,
        accepted: 1,
        admitted: 1,
      },
    },
  ],
  college: [
    {
      program: 'NDCS',
      class: 'ND 1',
      seats: 20,
      age: 18,
      cutoff: 50,
      acceptanceFee: 3_000_000,
      form: collegeForm,
      states: {
        draft: 3,
        submitted: 9,
        under_review: 5,
        offered: 4,
        waiting_list: 2,
        rejected: 2,
        accepted: 2,
        admitted: 1,
      },
    },
    {
      program: 'NDBA',
      class: 'ND 1',
      seats: 25,
      age: 18,
      cutoff: 50,
      acceptanceFee: 0,
      form: collegeForm,
      states: { draft: 2, submitted: 6, under_review: 2, offered: 1, withdrawn: 1 },
    },
  ],
};
