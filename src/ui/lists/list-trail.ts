/** The list that the user came from: its URL and the ids in order. Per window. */
export interface Trail {
  address: string;
  ids: number[];
}

const key = (name: string) => `akada.trail.${name}`;

export function keepTrail(name: string, address: string, rows: { id: number }[]): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify({ address, ids: rows.map((row) => row.id) }));
  } catch {
    // Private windows may refuse storage; there are no previous and next links then.
  }
}

/** The list with this record and its neighbours; null if the user came from elsewhere. */
export function trailOf(name: string, id: number) {
  try {
    const { address, ids } = JSON.parse(sessionStorage.getItem(key(name)) ?? '') as Trail;
    const at = ids.indexOf(id);
    return at < 0 ? null : { address, at, count: ids.length, before: ids[at - 1], after: ids[at + 1] };
  } catch {
    return null;
  }
}
