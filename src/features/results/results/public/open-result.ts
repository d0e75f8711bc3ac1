import { hash } from 'node:crypto';
import { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { openWithPin, refuseUnlessUnused } from '#features/money/pins/use/open-with-pin.ts';
import { tryPin } from '#features/money/pins/use/try-pin.ts';
import type { Services } from '#web/routes.ts';
import type { Opening } from './opening.ts';
import { findByNumber, isWithheld } from './public-results.queries.ts';

export const OpenResult = z.object({
  number: line(40, 'The admission number'),
  term_id: id,
  pin_serial: line(40, 'The serial number'),
  pin_secret: line(40, 'The pin'),
});

interface From {
  institutionId: number;
  address: string;
  /** The secret of the visitor's browser. */
  visitor: string;
}

/**
 * Opens a published result with a result pin. The pin is tried first, so that a wrong one counts. Fees that
 * withhold report cards are only told to owners of a right pin; the pin belongs to the result then, without a view.
 */
export async function openResult(
  services: Services,
  { institutionId, address, visitor }: From,
  input: z.output<typeof OpenResult>,
): Promise<Opening | 'withheld'> {
  const { number, term_id: termId, pin_secret: secret, pin_serial: serial } = input;
  // Browsers are known by their cookie, which itself is not stored.
  const browser = `visitor:${hash('sha256', visitor, 'base64url').slice(0, 22)}`;
  const attempt = await tryPin(services, {
    institutionId,
    type: 'result',
    programId: null,
    serial,
    secret,
    from: { address, form: browser },
  });
  return services.database.asSystem([institutionId], async (tx) => {
    const found = await findByNumber(tx, institutionId, { number, termId });
    if (!found) {
      await refuseUnlessUnused(tx, attempt);
      throw new ValidationError(
        'number',
        'The pin is right, but no published result has this admission number in this term. Check both. The pin is still unused.',
      );
    }
    const { studentId, programId } = found;
    const isHeld = await isWithheld(tx, institutionId, studentId);
    const left = await openWithPin(tx, attempt, { studentId, termId, programId, visitor: browser, isHeld });
    return isHeld ? 'withheld' : { institutionId, studentId, termId, left };
  });
}
