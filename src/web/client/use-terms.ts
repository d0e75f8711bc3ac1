import { usePage } from '#ui/hooks/use-page.ts';
import { plainTerms, type Shell, type Terms } from '../shell.ts';
import { commonTerms } from './common-terms.ts';

/**
 * The terms of a record's institution, else of the one in view. For several institutions, the shared terms, and the
 * default where they differ.
 */
export function useTerms(institutionId?: number | null): Terms {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  if (!shell) return plainTerms;
  const wanted = institutionId ?? shell.institutionId;
  return (
    shell.institutions.find(({ id }) => id === wanted)?.terms ??
    commonTerms(shell.institutions.map(({ terms }) => terms))
  );
}
