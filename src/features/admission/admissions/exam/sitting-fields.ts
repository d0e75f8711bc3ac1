import { z } from 'zod';
import { emptyIsNull, line, localMoment } from '#kernel/schemas.ts';

export const SittingFields = z.object({
  startsAt: localMoment,
  venue: line(120, 'The hall'),
  seats: z.coerce
    .number('Enter the number of seats.')
    .int('Enter a whole number.')
    .min(1, 'Enter 1 or more.')
    .max(5000, 'A hall can have up to 5,000 seats.'),
  note: emptyIsNull(line(300, 'The note')),
});
export type SittingInput = z.infer<typeof SittingFields>;
