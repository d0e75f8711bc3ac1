import { z } from 'zod';
import { isDay } from '#kernel/dates.ts';
import { checkbox, emptyIsNull, id, optionalEmail, optionalLine } from '#kernel/schemas.ts';
import { personName } from '#kernel/person-name.ts';
import { readDay } from '#ui/fields/dates/notation.ts';
import { phoneField } from '#kernel/phone.ts';

const chosen = (words: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), id.catch(0)).refine((value) => value > 0, words);

/** What opens an application. */
export const StartFields = z.object({
  program_id: chosen('Choose a programme.'),
  academic_session: emptyIsNull(id).catch(null),
  class_id: emptyIsNull(id).catch(null),
  returning_student: checkbox,
  batch_id: emptyIsNull(id).catch(null),
  admission_number: optionalLine(40, 'The admission number'),
  surname: personName(100, 'The surname'),
  firstName: personName(100, 'The first name'),
  birthDate: z
    .preprocess((value) => value ?? '', z.string().trim().min(1, 'The date of birth is required.'))
    .transform((typed) => readDay(typed) ?? typed)
    .pipe(z.string().refine(isDay, 'Enter a valid date, for example 20/11/2014.'))
    .refine((value) => value >= '1900-01-01', 'The date of birth is too long ago. Check the year.'),
  phone: phoneField,
  email: optionalEmail,
  pin_serial: optionalLine(40, 'The serial number'),
  pin_secret: optionalLine(40, 'The pin'),
});
export type StartFields = z.infer<typeof StartFields>;
