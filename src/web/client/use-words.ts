import { usePage } from '@inertiajs/react';
import { plainTerms, type Shell, type Terms } from '../shell.ts';

/** What the institution in view calls things; over several institutions the plain words. */
export function useWords(): Terms {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  return shell?.institutions.find((one) => one.id === shell.institutionId)?.terms ?? plainTerms;
}
