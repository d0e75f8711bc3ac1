/** 9.7: '20 November 2026' with its weekday in English, in the institution's time zone. */
export const clockDay = (now: Date, timeZone?: string): string =>
  now.toLocaleDateString('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** 9.7: 12-hour with am and pm: '08:05:12 am'. */
export const clockTime = (now: Date, timeZone?: string): string =>
  now
    .toLocaleTimeString('en-US', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: true })
    .toLowerCase();
