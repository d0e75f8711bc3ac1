import { hash } from 'node:crypto';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { tryPin } from '#features/money/pins/use/try-pin.ts';
import { usePin } from '#features/money/pins/use/use-pin.ts';
import type { Services } from '#web/routes.ts';
import type { StartFields } from './start-fields.ts';

interface Typed {
  institutionId: number;
  fields: StartFields;
  address: string;
  /** The secret of the visitor's browser. */
  visitor: string;
}

/**
 * Tries a typed pin before the transaction that uses it up, so that a wrong one counts. Returns what uses it up for an
 * application, or null if none was typed.
 */
export async function tryTypedPin(services: Services, { institutionId, fields, address, visitor }: Typed) {
  const { pin_secret: secret, pin_serial: serial, program_id: programId } = fields;
  if (!serial && !secret) return null;
  if (!serial) throw new ValidationError('pin_serial', 'Enter the serial number.');
  if (!secret) throw new ValidationError('pin_secret', 'Enter the pin.');
  const attempt = await tryPin(services, {
    institutionId,
    type: 'registration',
    programId,
    serial,
    secret,
    from: { address, form: nameOf(visitor) },
  });
  return (tx: Tx, applicationId: number): Promise<number> => usePin(tx, attempt, applicationId);
}

/** Tries are counted by visitor, whose cookie itself is not stored. */
const nameOf = (visitor: string) => `visitor:${hash('sha256', visitor, 'base64url').slice(0, 22)}`;
