/** What is mostly opened after a page. */
const next: Record<string, string> = {
  'students/student-list': 'students/student-profile',
  'students/student-profile': 'students/student-list',
};

/** Fetches the scripts of the page that mostly comes next, while nothing else happens: its swap is one turn then, not two. */
export function warmNext(component: string, load: (name: string) => Promise<unknown> | undefined): void {
  const name = next[component];
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!name || connection?.saveData) return;
  // Safari has no idle callback.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  whenIdle(() => {
    // A release that went meanwhile is noticed by the visit itself.
    load(name)?.catch(() => undefined);
  });
}
