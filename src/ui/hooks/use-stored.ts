import { useState } from 'react';

/** What is stored on this device under the key. */
export function stored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** State stored on this device. */
export function useStored<T>(key: string, fallback: T) {
  const [value, setValue] = useState(() => stored(key, fallback));
  const set = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Private windows may refuse storage; the choice then lasts as long as the page.
    }
  };
  return [value, set] as const;
}
