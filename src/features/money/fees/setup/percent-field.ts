import { z } from 'zod';
import { emptyIsNull } from '#kernel/schemas.ts';

/** A percentage with up to two decimals, as hundredths of a percent. */
export const percent = z
  .string()
  .or(z.number())
  .transform((value) => String(value).replace(/\s|%/g, ''))
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text), 'Enter a percentage such as 12.5.')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((value) => value >= 1 && value <= 10_000, 'Enter a percentage above 0 and up to 100.');
export const optionalPercent = emptyIsNull(percent);
