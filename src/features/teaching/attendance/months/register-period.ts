import { z } from 'zod';
import { addDays, type Day } from '#kernel/dates.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import { addMonths, mondayOf } from '#features/teaching/calendar/view/period.ts';

/** Days as far as a school looks, which every calendar can count. */
const nearDay = day.refine((text) => text.startsWith('20'), 'Choose a day of this century.');

/** A month, or the week around a day; this month without either. */
export const periodFields = {
  month: queryParam(z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month, for example 2026-11.')),
  week: queryParam(nearDay),
};

export interface RegisterPeriod {
  kind: 'month' | 'week';
  from: Day;
  to: Day;
}

export function registerPeriod({ month, week }: { month?: string; week?: Day }, today: Day): RegisterPeriod {
  if (week) return { kind: 'week', from: mondayOf(week), to: addDays(mondayOf(week), 6) };
  const from = `${month ?? today.slice(0, 7)}-01`;
  return { kind: 'month', from, to: addDays(addMonths(from, 1), -1) };
}
