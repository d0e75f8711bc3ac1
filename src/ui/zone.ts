interface Zones {
  /** The time zone of the institution in view, or the one shared by all; the device's if they differ. */
  inView?: string | undefined;
  of: ReadonlyMap<number, string>;
}

let zones: Zones = { of: new Map() };

/** Set by the frame of signed-in pages before anything below renders. */
export const setZones = (next: Zones): void => void (zones = next);

/** The time zone of a record's institution, else of the one in view. */
export const zoneOf = (institutionId?: number): string | undefined =>
  (institutionId === undefined ? undefined : zones.of.get(institutionId)) ?? zones.inView;
