import { z } from 'zod';
import { today } from '#kernel/dates.ts';
import { emptyIsNull, line, optionalDay, optionalEmail, optionalLine } from '#kernel/schemas.ts';

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;

const phone = z
  .string()
  .trim()
  .transform((text) =>
    text
      .replace(/[\s().-]/g, '')
      .replace(/^00/, '+')
      .replace(/^0(?=[789]\d{9}$)/, '+234'),
  )
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Give a phone number like 0803 123 4567 or +234 803 123 4567.'));

/** The core fields of a student's record, as a form sends them. */
export const StudentFields = z.object({
  surname: line(100, 'The surname'),
  firstName: line(100, 'The first name'),
  middleName: optionalLine(100, 'The middle name'),
  gender: emptyIsNull(z.enum(['female', 'male'], 'Choose female or male.')),
  birthDate: optionalDay.refine(
    (value) => value === null || (value >= '1900-01-01' && value <= today('Africa/Lagos')),
    'The date of birth cannot lie in the future.',
  ),
  admissionDate: optionalDay,
  registrationNumber: optionalLine(40, 'The registration number'),
  countryId: optionalLine(2, 'The country'),
  stateId: optionalLine(10, 'The state'),
  lgaId: optionalLine(80, 'The local government area'),
  city: optionalLine(100, 'The city'),
  community: optionalLine(100, 'The community'),
  address: optionalLine(300, 'The address'),
  phone: emptyIsNull(phone),
  email: optionalEmail,
  religion: optionalLine(60, 'The religion'),
  language: optionalLine(60, 'The language'),
  bloodGroup: emptyIsNull(z.enum(bloodGroups, 'Choose a blood group.')),
});
export type StudentFields = z.infer<typeof StudentFields>;
