import type { Actor } from '#kernel/actor.ts';
import { Refused } from '#kernel/errors.ts';
import { seesRecord, type Contacts } from '#features/accounts/linked-records.ts';

interface Recorded extends Contacts {
  mobile: string | null;
}

/** An account opens a family's restricted data, so its invitation goes where the record says and nowhere else. */
export function refuseUnrecorded({ email, phone, mobile }: Recorded, wanted: Contacts): void {
  const elsewhere = 'is not on this guardian’s record. Change the record first, or use the one that is there.';
  const errors: Record<string, string> = {};
  if (wanted.email && wanted.email !== email?.toLowerCase()) errors['email'] = `This e-mail address ${elsewhere}`;
  if (wanted.phone && wanted.phone !== phone && wanted.phone !== mobile)
    errors['phone'] = `This phone number ${elsewhere}`;
  const [first] = Object.entries(errors);
  if (first) throw new Refused(...first, errors);
}

/** Whoever may not see a family's restricted data gets no link that opens it. */
export const mayHoldLink = (actor: Actor, institutionId: number): boolean =>
  seesRecord(actor, { institutionId, type: 'guardian' });
