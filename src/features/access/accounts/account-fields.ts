import { z } from 'zod';
import { personName } from '#kernel/person-name.ts';
import { phoneField } from '#kernel/phone.ts';
import { optionalEmail } from '#kernel/schemas.ts';

/** Starts with a letter and has no @ or +, so a username can never equal somebody's e-mail or phone. */
export const username = z
  .string({ error: 'A username is required.' })
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9._-]{2,79}$/,
    'Use at least 3 characters: letters, digits, dots and dashes, starting with a letter. Example: ngozi.eze.',
  );

/** A person's name and contacts. The phone is as typed; the verb parses it for the institution's country. */
export const AccountFields = z.object({ name: personName(200, 'The name'), email: optionalEmail, phone: phoneField });

export const taken = {
  accounts_username_key: ['username', 'This username is taken. Try adding a number or the middle name.'],
} satisfies Record<string, [string, string]>;
