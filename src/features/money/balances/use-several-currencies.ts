import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '#web/shell.ts';

/** Whether amounts of several currencies are in view, which cannot be added up. */
export function useSeveralCurrencies(institutionId?: number): boolean {
  const { shell } = usePage<{ shell: Shell }>().props;
  const inView = shell.institutions.filter(({ id }) => !institutionId || id === institutionId);
  return new Set(inView.map(({ currency }) => currency)).size > 1;
}
