import { z } from 'zod';
import { phoneField } from '#kernel/phone.ts';
import { bloodGroups, genotypes } from './blood.ts';
import { emptyIsNull, line, optionalDay, optionalEmail, optionalLine } from '#kernel/schemas.ts';

export { bloodGroups, genotypes };

export const bloodGroup = emptyIsNull(z.enum(bloodGroups, 'Choose a blood group.'));
export const genotype = emptyIsNull(z.enum(genotypes, 'Choose a genotype.'));
/** `checkPerson` refuses future dates, by the institution's time zone. */
export const birthDate = optionalDay.refine(
  (value) => value === null || value >= '1900-01-01',
  'The date of birth is too long ago. Check the year.',
);

/** A value of one of the institution's lists; the verb checks it (`checkWords`). */
export const listValue = (name: string) => optionalLine(80, name);

/**
 * The fields of every form of a person: names, origin, home, contacts. Phones are as typed; `checkPerson` parses them, and
 * checks names, because a name from before may stay.
 */
export const personFields = {
  surname: line(100, 'The surname'),
  firstName: line(100, 'The first name'),
  middleName: optionalLine(100, 'The middle name'),
  gender: emptyIsNull(z.enum(['female', 'male'], 'Choose female or male.')),
  nationalityId: optionalLine(2, 'The nationality'),
  countryId: optionalLine(2, 'The country'),
  stateId: optionalLine(10, 'The state'),
  stateName: optionalLine(100, 'The state'),
  lgaId: optionalLine(80, 'The local government area'),
  city: optionalLine(100, 'The city'),
  community: optionalLine(100, 'The community'),
  address: optionalLine(300, 'The address'),
  phone: phoneField,
  mobile: phoneField,
  email: optionalEmail,
};

export const nextOfKinFields = {
  nextOfKinName: optionalLine(200, 'The next of kin’s name'),
  nextOfKinPhone: phoneField,
  nextOfKinRelation: listValue('The next of kin’s relation'),
};
