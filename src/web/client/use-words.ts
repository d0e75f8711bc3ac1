import { usePage } from '@inertiajs/react';
import { plainTerms, type Shell, type Terms } from '../shell.ts';

/**
 * What the institution calls things: the one that a record belongs to, else the one in view. Over several institutions
 * the words that all of them use, and the plain one where they differ.
 */
export function useWords(institutionId?: number | null): Terms {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  if (!shell) return plainTerms;
  const wanted = institutionId ?? shell.institutionId;
  return shell.institutions.find((one) => one.id === wanted)?.terms ?? commonTerms(shell.institutions);
}

function commonTerms([first, ...others]: Shell['institutions']): Terms {
  if (!first) return plainTerms;
  const entries = Object.entries(plainTerms).map(([key, plain]) => {
    const name = key as keyof Terms;
    const word = first.terms[name];
    return [key, others.every(({ terms }) => terms[name] === word) ? word : plain];
  });
  return Object.fromEntries(entries) as Terms;
}
