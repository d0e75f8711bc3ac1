import { remote } from '#web/client/remote.ts';

export interface FetchedValues {
  of(personId: number, fieldId: number | string): string | undefined;
  /** Fetches the value soon, batched with other requests. */
  want(personId: number, fieldId: number | string): void;
  watch(this: void, listener: () => void): () => void;
}

// The most that the server returns at once.
const peoplePerRequest = 200;

/** Values for the rows in view, from an address: fetched in the background, each once, in batches. */
export function fetchedValues(address: string): FetchedValues {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  let waiting: [personId: number, fieldId: number | string][] = [];

  async function fetchAll() {
    const wanted = waiting;
    waiting = [];
    const fields = [...new Set(wanted.map(([, fieldId]) => fieldId))];
    const ids = [...new Set(wanted.map(([personId]) => personId))];
    for (let at = 0; at < ids.length; at += peoplePerRequest) {
      const query = new URLSearchParams({ ids: ids.slice(at, at + peoplePerRequest).join(), fields: fields.join() });
      try {
        const { json } = await remote<{ rows: { personId: number; fieldId: number | string; text: string }[] }>(
          'GET',
          `${address}?${query}`,
        );
        for (const { personId, fieldId, text } of json.rows) known.set(`${personId} ${fieldId}`, text);
      } catch {
        // The list works without them; the next render tries again.
        for (const [personId, fieldId] of wanted) asked.delete(`${personId} ${fieldId}`);
      }
      for (const listener of listeners) listener();
    }
  }

  return {
    of: (personId, fieldId) => known.get(`${personId} ${fieldId}`),
    want(personId, fieldId) {
      const key = `${personId} ${fieldId}`;
      if (asked.has(key)) return;
      asked.add(key);
      if (waiting.length === 0) setTimeout(() => void fetchAll());
      waiting.push([personId, fieldId]);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
