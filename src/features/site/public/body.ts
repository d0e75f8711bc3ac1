import { escaped } from './html.ts';

/** The text of a post or page as markup. */
export const bodyOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim())
    .map((part) => `<p>${escaped(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
