/** The pages that users usually open next. */
const next: Record<string, string> = {
  'students/student-list': 'students/student-profile',
  'students/student-profile': 'students/student-list',
};

/** Preloads the scripts of the pages that usually come next, while the browser is idle. */
export function warmNext(component: string, load: (name: string) => Promise<unknown> | undefined): void {
  const name = next[component];
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!name || connection?.saveData) return;
  // Safari has no idle callback.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  whenIdle(() => {
    // A visit will notice if the release has changed meanwhile.
    load(name)?.catch(() => undefined);
  });
}
