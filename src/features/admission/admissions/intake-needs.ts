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
export type Examination = keyof typeof examinations;
