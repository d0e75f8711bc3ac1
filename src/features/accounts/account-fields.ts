import { z } from 'zod';
import { phoneField } from '#kernel/phone.ts';
import { line, optionalEmail } from '#kernel/schemas.ts';

/** Begins with a letter and has no @ or +, so that nobody's username is another one's e-mail or phone. */
export const username = z
  .string({ error: 'A username is required.' })
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9._-]{2,79}$/,
    'Use 3 or more letters, digits, dots and dashes, a letter first, for example ngozi.eze.',
  );

/** How a person is called and reached. The phone is as typed; the verb reads it for the institution's country. */
export const AccountFields = z.object({ name: line(200, 'The name'), email: optionalEmail, phone: phoneField });

export const taken = {
  accounts_username_key: ['username', 'This username is taken. Add a number or the middle name.'],
} satisfies Record<string, [string, string]>;
