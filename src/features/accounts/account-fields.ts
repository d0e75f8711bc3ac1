import { z } from 'zod';
import { emptyIsNull, line, optionalEmail } from '#kernel/schemas.ts';
import { internationalPhone } from './identifiers.ts';

const phone = z
  .string()
  .transform(internationalPhone)
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Give a phone number like 0803 123 4567 or +234 803 123 4567.'));

/** Begins with a letter and has no @ or +, so that nobody's username is another one's e-mail or phone. */
export const username = z
  .string({ error: 'A username is required.' })
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9._-]{2,79}$/,
    'Use 3 or more letters, digits, dots and dashes, a letter first, for example ngozi.eze.',
  );

/** How a person is called and reached. */
export const AccountFields = z.object({ name: line(200, 'The name'), email: optionalEmail, phone: emptyIsNull(phone) });

export const taken = {
  accounts_username_key: ['username', 'This username is taken. Add a number or the middle name.'],
} satisfies Record<string, [string, string]>;
