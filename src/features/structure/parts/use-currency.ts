import { usePage } from '@inertiajs/react';
import type { Shell } from '#web/shell.ts';

/** The currency of an institution of the person's. */
export function useCurrency(): (institutionId: number) => string {
  const { shell } = usePage().props as unknown as { shell: Shell | null };
  return (institutionId) => shell?.institutions.find((one) => one.id === institutionId)?.currency ?? 'NGN';
}
