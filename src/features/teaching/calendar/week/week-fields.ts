import { z } from 'zod';
import { checkbox, list } from '#kernel/schemas.ts';

/** ISO numbers. */
const weekday = z.coerce.number({ error: 'Choose from the list.' }).int().min(1).max(7);

export const WeekFields = z.object({
  schoolWeekdays: list(weekday),
  halfWeekdays: list(weekday),
  closesTaken: checkbox,
});

/** Without a rule of its own an institution has school from Monday to Friday. */
export const usualWeek = { schoolWeekdays: [1, 2, 3, 4, 5], halfWeekdays: [] as number[] };
