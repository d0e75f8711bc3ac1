import { remote } from '#web/client/remote.ts';

export interface FetchedValues {
  of(studentId: number, fieldId: number): string | undefined;
  /** Fetches it soon, together with whatever else is wanted by then. */
  want(studentId: number, fieldId: number): void;
  watch(this: void, listener: () => void): () => void;
}

// As many as the server answers at once.
const most = 200;

/** Values of own fields for the rows in view: asked for in the background, each once, many in one request. */
export function fetchedValues(): FetchedValues {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  let waiting: [studentId: number, fieldId: number][] = [];

  async function fetchAll() {
    const wanted = waiting;
    waiting = [];
    const fields = [...new Set(wanted.map(([, fieldId]) => fieldId))];
    const ids = [...new Set(wanted.map(([studentId]) => studentId))];
    for (let at = 0; at < ids.length; at += most) {
      const query = new URLSearchParams({ ids: ids.slice(at, at + most).join(), fields: fields.join() });
      try {
        const { json } = await remote<{ rows: { studentId: number; fieldId: number; text: string }[] }>(
          'GET',
          `/students/custom-values?${query}`,
        );
        for (const { studentId, fieldId, text } of json.rows) known.set(`${studentId} ${fieldId}`, text);
      } catch {
        // The list stands without them; the next look asks again.
        for (const [studentId, fieldId] of wanted) asked.delete(`${studentId} ${fieldId}`);
      }
      for (const listener of listeners) listener();
    }
  }

  return {
    of: (studentId, fieldId) => known.get(`${studentId} ${fieldId}`),
    want(studentId, fieldId) {
      const key = `${studentId} ${fieldId}`;
      if (asked.has(key)) return;
      asked.add(key);
      if (waiting.length === 0) setTimeout(() => void fetchAll());
      waiting.push([studentId, fieldId]);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
