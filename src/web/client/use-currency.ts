import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '#web/shell.ts';

/** The currency of one of the user's institutions, by default of the one in view. */
export function useCurrency(): (institutionId?: number | null) => string {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  return (institutionId) => {
    const wanted = institutionId ?? shell?.institutionId;
    return (shell?.institutions.find(({ id }) => id === wanted) ?? shell?.institutions[0])?.currency ?? 'NGN';
  };
}
