/** The list that the user came from: its URL and the ids in order. Per window. */
interface Trail {
  address: string;
  /** Of the rows that were loaded. */
  ids: number[];
  /** How many rows the list has, if that is known. */
  total?: number;
  /** Whether it has more rows than were loaded. */
  isMore?: boolean;
}

const key = (name: string) => `akada.trail.${name}`;

export function keepTrail(
  name: string,
  address: string,
  rows: { id: number }[],
  whole: { total?: number; isMore: boolean },
): void {
  try {
    const trail: Trail = { address, ids: rows.map((row) => row.id), ...whole };
    sessionStorage.setItem(key(name), JSON.stringify(trail));
  } catch {
    // Private windows may refuse storage; there are no previous and next links then.
  }
}

/** The list with this record and its neighbours; null if the user came from elsewhere. */
export function trailOf(name: string, id: number) {
  try {
    const { address, ids, total, isMore } = JSON.parse(sessionStorage.getItem(key(name)) ?? '') as Trail;
    const at = ids.indexOf(id);
    const count = total ?? ids.length;
    const isUncounted = total === undefined && isMore === true;
    return at < 0 ? null : { address, at, count, isUncounted, before: ids[at - 1], after: ids[at + 1] };
  } catch {
    return null;
  }
}
