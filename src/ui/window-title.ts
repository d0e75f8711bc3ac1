import { usePage } from './hooks/use-page.ts';
import { useEffect } from 'react';

interface Place {
  institutions: { id: number; name: string }[];
  institutionId: number | null;
}

/** Sets the window title: 'Students · Ilorin Grammar School', or the product name without an institution. */
export function useWindowTitle(title: string, isShown = true): void {
  const shell = usePage().props['shell'] as Place | null | undefined;
  const place = shell?.institutions.find(({ id }) => id === shell.institutionId)?.name ?? 'Akada';
  useEffect(() => {
    if (isShown) document.title = `${title} · ${place}`;
  }, [title, place, isShown]);
}
