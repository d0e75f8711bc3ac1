import { usePage } from '@inertiajs/react';
import type { Shell } from '#web/shell.ts';

/** The currency of an institution, by default of the one in view. */
export function useCurrency(): (institutionId?: number | null) => string {
  const { shell } = usePage<{ shell: Shell }>().props;
  return (institutionId) => {
    const wanted = institutionId ?? shell.institutionId;
    return (shell.institutions.find(({ id }) => id === wanted) ?? shell.institutions[0])?.currency ?? 'NGN';
  };
}

/** Whether amounts of several currencies are in view, which cannot be added up. */
export function useSeveralCurrencies(institutionId?: number): boolean {
  const { shell } = usePage<{ shell: Shell }>().props;
  const inView = shell.institutions.filter(({ id }) => !institutionId || id === institutionId);
  return new Set(inView.map(({ currency }) => currency)).size > 1;
}
