import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import type { PinTry } from './try-pin.ts';

/** Wrong, used, expired, void, for something else: nobody learns which. */
export const wrongPin = () =>
  new ValidationError(
    'pin',
    'This pin can’t be used. Check the serial number and the pin, or ask where you bought it.',
  );

/** How long a try takes at least, in milliseconds: more than any of its ways through the database. */
const longest = 25;

/** Answers after the same time, whatever the database had to do. */
export async function answerEvenly({ began }: PinTry): Promise<void> {
  const left = longest - (performance.now() - began);
  if (left > 0) await pause(left);
}

/**
 * Checks a registration pin and uses it up in the caller's transaction, for the application that it opens. Of several
 * at once, one succeeds; the same application may use its pin again. Returns
 * the pin's id; throws the same refusal for every other pin.
 */
export async function usePin(tx: Tx, attempt: PinTry, applicationId: number): Promise<number> {
  const { institutionId, programId, serial, hash } = attempt;
  const used = await refuseDuplicate(
    query<{ id: number }>(
      tx,
      sql`
      update pins p set status = 'used', used_at = coalesce(p.used_at, now()), application_id = ${applicationId}::bigint,
        sealed = null
      from pin_kinds k, institutions i
      where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
        and (k.institution_id, k.id) = (p.institution_id, p.kind_id) and i.id = p.institution_id
        and k.type = 'registration' and (k.program_id is null or k.program_id = ${programId}::bigint)
        and p.expires_on >= (now() at time zone i.time_zone)::date
        and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
          or p.status = 'used' and p.application_id = ${applicationId}::bigint)
      returning p.id`,
    ),
    { pins_one_an_application: ['pin', 'This application was opened with another pin. Continue without a pin.'] },
  );
  await answerEvenly(attempt);
  const [pin] = used;
  if (!pin) throw wrongPin();
  return Number(pin.id);
}
