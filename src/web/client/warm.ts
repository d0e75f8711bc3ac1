import { loadPart } from './load-part.ts';

/** Loads the files of the page that usually comes next, while the browser is idle. */
export function warmNext(files: string[] | undefined): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!files || connection?.saveData) return;
  // Safari has no idle callback.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  whenIdle(() => {
    // A visit will notice if the release has changed meanwhile.
    loadPart(files).catch(() => undefined);
  });
}
