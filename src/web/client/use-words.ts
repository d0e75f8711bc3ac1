import { usePage } from '@inertiajs/react';
import { plainTerms, type Shell, type Terms } from '../shell.ts';
import { commonTerms } from './common-terms.ts';

/**
 * What the institution calls things: the one that a record belongs to, else the one in view. Over several institutions
 * the words that all of them use, and the plain one where they differ.
 */
export function useWords(institutionId?: number | null): Terms {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  if (!shell) return plainTerms;
  const wanted = institutionId ?? shell.institutionId;
  return (
    shell.institutions.find((one) => one.id === wanted)?.terms ??
    commonTerms(shell.institutions.map(({ terms }) => terms))
  );
}
