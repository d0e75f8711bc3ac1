import { usePage } from '#ui/hooks/use-page.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { dismissToast, toast } from '#ui/overlays/toast.ts';
import { presentSteps, Tour, type TourEnd } from '#ui/overlays/tour.tsx';
import { withTerms } from '../client/with-terms.ts';
import { remember, tourOf, type KnownTour } from '../client/tours.ts';
import { isSomethingWanted, takeWanted } from '../client/wanted-tour.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useShell } from './use-shell.ts';

/** The tour chosen in the menu; none for the automatic one. */
export type HelpWish = 'tour' | 'shortcuts' | null;

/** Offers a page's tour at the first visit, without taking the focus, and shows it on request. */
export default function Help({ wish, onDone }: { wish: HelpWish; onDone: () => void }) {
  const { shell, terms } = useShell();
  const { component: page, url } = usePage();
  const path = url.split('?', 1)[0]!;
  const { accountId, showsTours } = shell.person;
  const [tour, setTour] = useState<KnownTour | null>(null);
  const hasBegun = useBegunWork(path);

  /** The steps that can be shown on the page as it is. */
  const play = useCallback((found: KnownTour): boolean => {
    const steps = presentSteps(found.steps);
    if (steps.length) setTour({ ...found, steps });
    return steps.length > 0;
  }, []);

  useEffect(() => {
    if (!showsTours && !isSomethingWanted()) return;
    const gone = new AbortController();
    let offer = 0;
    void tourOf(accountId, page, path).then((found) => {
      if (gone.signal.aborted || !found) return;
      if (takeWanted(found.name)) return void play(found);
      const isFirstVisit = showsTours && !found.isSeen && !found.isForLater && !hasBegun.current && !isSomethingOpen();
      if (!isFirstVisit || presentSteps(found.steps).length === 0) return;
      // Offered once: from then on it is under Help. The server allows one offer a day.
      remember(accountId, page, found.name, 'dismissed', 0);
      offer = toast({
        message: 'New here? A short tour shows what this page does.',
        undo: { label: 'Take the tour', run: () => void play(found) },
      });
      // On a phone the offer covers buttons of the page, so it goes when work begins.
      const begin = ({ target }: Event) => (target as Element).closest('[data-toasts]') || dismissToast(offer);
      document.addEventListener('pointerdown', begin, { capture: true, signal: gone.signal });
    });
    return () => {
      gone.abort();
      dismissToast(offer);
    };
  }, [accountId, page, path, showsTours, hasBegun, play]);

  useEffect(() => {
    if (wish !== 'tour') return;
    let isGone = false;
    void tourOf(accountId, page, path).then((found) => {
      if (isGone) return;
      if (!found || !play(found))
        toast({ message: 'This page has no tour. See “All tours” for other pages.', tone: 'info' });
      onDone();
    });
    return () => {
      isGone = true;
    };
  }, [wish, accountId, page, path, onDone, play]);

  const shown = useRef<KnownTour | null>(null);
  useEffect(() => {
    shown.current = tour;
  }, [tour]);
  const end = (how: TourEnd, left: number) => {
    const { current } = shown;
    shown.current = null;
    if (current) remember(accountId, page, current.name, how, left);
  };
  // Leaving the page ends its tour.
  useEffect(
    () => () => {
      if (shown.current) remember(accountId, page, shown.current.name, 'dismissed', shown.current.left ?? 0);
      setTour(null);
    },
    [accountId, page, path],
  );

  return (
    <>
      {tour &&
        createPortal(
          <Tour
            key={tour.name}
            steps={tour.steps.map(({ at, title, text }) => ({
              at,
              title: withTerms(title, terms),
              text: withTerms(text, terms),
            }))}
            start={tour.left}
            onEnd={end}
            // The next page's tour may start before this one has faded out.
            onGone={() => setTour((now) => (now === tour ? null : now))}
          />,
          document.body,
        )}
      {wish === 'shortcuts' && <Shortcuts onClose={onDone} />}
    </>
  );
}

// A dialog or a menu.
const isSomethingOpen = () => document.querySelector('dialog[open], [data-popover]') !== null;

/** Whether the user has already typed or ticked something: then a tour would be in the way. */
function useBegunWork(path: string) {
  const begun = useRef(false);
  useEffect(() => {
    begun.current = false;
    const note = () => {
      begun.current = true;
    };
    document.addEventListener('input', note, true);
    return () => document.removeEventListener('input', note, true);
  }, [path]);
  return begun;
}
