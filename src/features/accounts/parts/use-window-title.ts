import { useEffect } from 'react';

/** Names the window on pages without a PageHeader. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Akada`;
  }, [title]);
}
