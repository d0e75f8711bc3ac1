import type { Actor } from '#kernel/actor.ts';
import { ValidationError } from '#kernel/errors.ts';
import { seesRecord } from '#features/access/accounts/invitations/linked-records.ts';
import type { Contacts } from '#features/access/accounts/invitations/contacts.ts';

interface Recorded extends Contacts {
  mobile: string | null;
}

/** An account shows a family's restricted data, so invitations are sent only to contacts on the record. */
export function refuseUnrecorded({ email, phone, mobile }: Recorded, wanted: Contacts): void {
  const elsewhere = 'is not on this guardian’s record. Edit the record first, or use the contact on it.';
  const errors: Record<string, string> = {};
  if (wanted.email && wanted.email !== email?.toLowerCase()) errors['email'] = `This e-mail address ${elsewhere}`;
  if (wanted.phone && wanted.phone !== phone && wanted.phone !== mobile)
    errors['phone'] = `This phone number ${elsewhere}`;
  const [first] = Object.entries(errors);
  if (first) throw new ValidationError(...first, errors);
}

/** Users without access to a family's restricted data don't get a link that opens it. */
export const mayHoldLink = (actor: Actor, institutionId: number): boolean =>
  seesRecord(actor, { institutionId, type: 'guardian' });
