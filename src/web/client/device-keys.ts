/** Where devices keep what works without a network, sealed with keys that end with the session. */
export const deviceDatabase = 'akada-registers';
export const keyStore = 'keys';

/** How much waits to be sent, without saying what or whose: local storage outlives the session. */
export const waitingNote = 'akada.waiting';

/** On signing out, and wherever nobody is signed in: what the device keeps cannot be read until the account signs in again. */
export function forgetDeviceKeys(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    try {
      const asked = indexedDB.open(deviceDatabase);
      // There is none: it must not be made.
      asked.onupgradeneeded = () => asked.transaction!.abort();
      asked.onerror = done;
      asked.onblocked = done;
      asked.onsuccess = () => {
        const change = asked.result.transaction(keyStore, 'readwrite');
        change.objectStore(keyStore).clear();
        change.oncomplete = () => {
          asked.result.close();
          done();
        };
        change.onerror = done;
      };
    } catch {
      // A private window may refuse storage; then nothing was kept.
      done();
    }
  });
}
