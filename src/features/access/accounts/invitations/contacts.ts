import { ValidationError } from '#kernel/errors.ts';

/*
 * An account linked to an employee's, a guardian's or a student's record gives access to restricted data, and a
 * teacher's account can enter marks. Users who link it or change its contacts must not gain that access. So links go to
 * contacts that were already on the record, unless the user has the access anyway or a second person approves. A reset
 * code or the removal of a second factor also needs a second person's approval.
 */

export interface Contacts {
  email: string | null;
  phone: string | null;
}

/** Requires contacts for the invitation to a record the actor has no access to: the link must not go to the actor. */
export function requireContact({ email, phone }: Contacts): void {
  if (email || phone) return;
  throw new ValidationError(
    'email',
    'Enter the e-mail address or phone number from the employee’s record. The invitation will be sent there.',
  );
}

/** 'f•••@example.com and •••• 0001': enough to recognise. */
export function masked({ email, phone }: Contacts): string {
  const parts = [email && email.replace(/^(.)[^@]*/, '$1•••'), phone && `•••• ${phone.slice(-4)}`];
  return parts.filter(Boolean).join(' and ');
}
