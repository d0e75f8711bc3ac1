import { withArticle } from '#kernel/contracts/terminology.ts';
import type { Terms } from '../shell.ts';

/**
 * Inserts the institution's terms into a text: `{batch}` becomes 'class arm', `{Batches}` 'Class arms', `a {batch}` 'an
 * arm'.
 */
export const withTerms = (text: string, terms: Terms): string =>
  text.replace(/(\b[Aa] )?\{([A-Za-z]+)\}/g, (whole, article: string | undefined, name: string) => {
    const term = terms[name.toLowerCase() as keyof Terms] as string | undefined;
    if (term === undefined) return whole;
    const word = name[0] === name[0]!.toUpperCase() ? term : term.toLowerCase();
    return article ? article[0] + withArticle(word).slice(1) : word;
  });
