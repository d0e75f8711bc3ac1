const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a time zone: 'HH:MM'. */
export function clock(timeZone: string): string {
  const known = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...hours });
  // Making one takes as long as a query.
  clocks.set(timeZone, known);
  return known.format();
}

const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** A day and time of a zone in UTC: '2026-11-26T07:00:00Z'. */
export function utcOf(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // What clocks show there at that moment of UTC says how far they are ahead; twice, for the night when they change.
  const first = wanted - aheadAt(wanted, timeZone);
  return new Date(wanted - aheadAt(first, timeZone)).toISOString().replace('.000', '');
}

const zones = new Map<string, Intl.DateTimeFormat>();

function aheadAt(moment: number, timeZone: string): number {
  const zone = zones.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, ...dayAndHours });
  zones.set(timeZone, zone);
  return Date.parse(`${zone.format(moment).replace(' ', 'T')}Z`) - moment;
}

const dayAndHours = { ...hours, year: 'numeric', month: '2-digit', day: '2-digit', second: '2-digit' } as const;
