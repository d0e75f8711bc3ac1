import type { Terms } from '../shell.ts';

/** Puts the institution's words into a text: `{batch}` becomes 'class arm', `{Batches}` 'Class arms'. */
export const inWords = (text: string, terms: Terms): string =>
  text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
    const word = terms[name.toLowerCase() as keyof Terms] as string | undefined;
    if (word === undefined) return whole;
    return name[0] === name[0]!.toUpperCase() ? word : word.toLowerCase();
  });
