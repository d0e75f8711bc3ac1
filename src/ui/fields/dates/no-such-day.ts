import { MONTH_NAMES } from '../../plain/constants.ts';

/** 'There is no 31 February 2026.' for an impossible date, else null. Months count from 1. */
export function noSuchDay(year: number | string, month: number | string, day: number | string): string | null {
  const name = MONTH_NAMES[Number(month) - 1];
  if (!name || Number(day) < 1 || Number(year) < 1000) return null;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) > last ? `There is no ${Number(day)} ${name} ${year}. Check the day and the month.` : null;
}
