import type { MarkdownIt, Token } from 'markdown-it';
import type { TrustedHtml } from '#web/public-pages/trusted.tsx';
import { isSafeLink } from './is-safe-link.ts';

/** Renders Markdown to HTML for a public page. HTML in it is escaped, unsafe links are removed, headings are shifted below the page title, and images become links, because a page's pictures are chosen from the library. */
export async function markdownHtml(text: string): Promise<TrustedHtml> {
  parser ??= import('markdown-it').then(({ default: Markdown }) => configure(new Markdown(options)));
  return (await parser).render(text) as TrustedHtml;
}
let parser: Promise<MarkdownIt> | undefined;

const options = { html: false, linkify: true, breaks: true, maxNesting: 30 };

function configure(markdown: MarkdownIt): MarkdownIt {
  markdown.validateLink = isSafeLink;
  // Links only explicit URLs: 'result.ng' in a sentence may be a name.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  markdown.core.ruler.push('lower_headings', ({ tokens }) => {
    const headings = tokens.filter(({ type }) => type.startsWith('heading_'));
    // A text that begins with '##' does not skip a heading level.
    const highest = Math.min(...headings.map(({ tag }) => Number(tag[1])));
    for (const heading of headings) heading.tag = `h${Math.min(Number(heading.tag[1]) - highest + 2, 6)}`;
  });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules['image'] = (tokens, at) => {
    const picture = tokens[at]!;
    const words = escapeHtml(picture.content || 'Picture');
    return isInLink(tokens, at) ? words : `<a href="${escapeHtml(String(picture.attrGet('src')))}">${words}</a>`;
  };
  return markdown;
}

const isInLink = (tokens: Token[], at: number) =>
  tokens
    .slice(0, at)
    .reduce((depth, { type }) => depth + Number(type === 'link_open') - Number(type === 'link_close'), 0) > 0;
