/** The list one came from: its address, and whom it showed in which order. Of this window only. */
export interface Trail {
  address: string;
  ids: number[];
}

const key = (name: string) => `akada.trail.${name}`;

export function keepTrail(name: string, address: string, rows: { id: number }[]): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify({ address, ids: rows.map((row) => row.id) }));
  } catch {
    // A private window may refuse; then there is no way along the list.
  }
}

/** The list that shows this record, and the records beside it; null when one came from elsewhere. */
export function trailOf(name: string, id: number) {
  try {
    const { address, ids } = JSON.parse(sessionStorage.getItem(key(name)) ?? '') as Trail;
    const at = ids.indexOf(id);
    return at < 0 ? null : { address, at, count: ids.length, before: ids[at - 1], after: ids[at + 1] };
  } catch {
    return null;
  }
}
