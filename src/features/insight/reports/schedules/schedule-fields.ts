import { z } from 'zod';
import { choice, id, list } from '#kernel/schemas.ts';
import { monthDayWords, repeatWords, type When } from './when.ts';

const mostRecipients = 200;
const hour = 'Choose the hour.';
const weekday = 'Choose the day of the week.';

/** When a report is sent, and to whom. */
export const ScheduleFields = z.object({
  repeats: choice(repeatWords),
  weekday: z.coerce.number(weekday).int(weekday).min(1, weekday).max(7, weekday).default(1),
  month_day: choice(monthDayWords).default('first'),
  hour: z.coerce.number(hour).int(hour).min(0, hour).max(23, hour),
  roles: list(id).pipe(z.array(z.number()).max(mostRecipients, 'Choose fewer roles.')),
  accounts: list(id).pipe(
    z.array(z.number()).max(mostRecipients, `Choose at most ${mostRecipients} people, or choose a role.`),
  ),
});
export type ScheduleFields = z.output<typeof ScheduleFields>;

/** The day that a schedule doesn’t repeat by is none. */
export const whenOf = ({ repeats, weekday, month_day, hour }: Omit<ScheduleFields, 'roles' | 'accounts'>): When => ({
  repeats,
  hour,
  weekday: repeats === 'weekly' ? weekday : null,
  monthDay: repeats === 'monthly' ? month_day : null,
});
