import { usePage } from '@inertiajs/react';
import type { Shell } from '#web/shell.ts';

/** The currency of one of the user's institutions. */
export function useCurrency(): (institutionId: number) => string {
  const { shell } = usePage().props as unknown as { shell: Shell | null };
  return (institutionId) =>
    shell?.institutions.find((institution) => institution.id === institutionId)?.currency ?? 'NGN';
}
