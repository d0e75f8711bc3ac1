interface Zones {
  /** Of the institution in view, or the one that all of them share; the device's where they differ. */
  inView?: string | undefined;
  of: ReadonlyMap<number, string>;
}

let zones: Zones = { of: new Map() };

/** The frame of signed-in pages says it before anything below is drawn. */
export const setZones = (next: Zones): void => void (zones = next);

/** The time zone of a record's institution, else of the one in view. */
export const zoneOf = (institutionId?: number): string | undefined =>
  (institutionId === undefined ? undefined : zones.of.get(institutionId)) ?? zones.inView;
