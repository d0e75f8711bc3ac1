import { z } from 'zod';
import { readSerial } from '../pin-keys.ts';

const words = 'Enter a serial number as printed on the card.';

/** A serial number as somebody types it. */
export const typedSerial = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string({ error: words }))
  .transform(readSerial)
  .refine((serial) => serial !== null, words)
  .transform((serial) => serial!);
