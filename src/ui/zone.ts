interface Zones {
  /** The time zone of the institution in view, or the one of most. */
  inView?: string | undefined;
  of: ReadonlyMap<number, string>;
}

/** Of an installation without institutions. */
const defaultTimeZone = 'Africa/Lagos';

/** Over several institutions, the time zone of most of them, because the device's can be any. The first decides a draw. */
export function zoneOfMost(timeZones: string[]): string {
  const counts = new Map<string, number>();
  for (const zone of timeZones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return timeZones.find((zone) => counts.get(zone) === most) ?? defaultTimeZone;
}

/** 'Lagos' for 'Africa/Lagos'. */
export const cityOf = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ');

let zones: Zones = { of: new Map() };

/** Set by the frame of signed-in pages before anything below renders. */
export const setZones = (next: Zones): void => void (zones = next);

/** The time zone of a record's institution, else of the one in view. */
export const zoneOf = (institutionId?: number): string | undefined =>
  (institutionId === undefined ? undefined : zones.of.get(institutionId)) ?? zones.inView;
