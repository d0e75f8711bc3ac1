const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a time zone: 'HH:MM'. */
export function clock(timeZone: string): string {
  const known = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...hours });
  // Making one takes as long as a query.
  clocks.set(timeZone, known);
  return known.format();
}

const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
