import { plainTerms, type Terms } from '../shell.ts';

/** The terms that several institutions share, and the default where they differ. */
export function commonTerms([first, ...others]: Terms[]): Terms {
  if (!first) return plainTerms;
  const entries = Object.entries(plainTerms).map(([key, plain]) => {
    const name = key as keyof Terms;
    return [key, others.every((terms) => terms[name] === first[name]) ? first[name] : plain];
  });
  return Object.fromEntries(entries) as Terms;
}
