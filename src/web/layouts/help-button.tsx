import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { IconHelp } from '#ui/icons.tsx';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { isSomethingWanted } from '../client/wanted-tour.ts';
import { useShell } from './use-shell.ts';
import type { HelpWish } from './help.tsx';

const Help = lazy(() => import('./help.tsx'));

/** When the browser is idle. */
function useIdle(wanted: boolean) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    // Safari has no idle callback.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(() => setIdle(true), 2000);
      return () => clearTimeout(timer);
    }
    const call = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(call);
  }, [wanted]);
  return idle;
}

/** The question mark in the header. Its content is loaded on demand. */
export function HelpButton() {
  const { shell } = useShell();
  // For users without automatic tours, nothing is fetched until they ask for one.
  const idle = useIdle(shell.person.showsTours || isSomethingWanted());
  const [wish, setWish] = useState<HelpWish>(null);
  const done = useCallback(() => setWish(null), []);
  useHotkeys({ '?': () => setWish('shortcuts') });
  return (
    <span className="contents" data-tour="help">
      <Menu
        label="Help"
        trigger={<IconHelp />}
        items={[
          { label: 'Take a tour of this page', onSelect: () => setWish('tour') },
          { label: 'Keyboard shortcuts', onSelect: () => setWish('shortcuts') },
          { label: 'All tours', href: '/help' },
        ]}
      />
      {(idle || wish) && (
        <Suspense>
          <Help wish={wish} onDone={done} />
        </Suspense>
      )}
    </span>
  );
}
