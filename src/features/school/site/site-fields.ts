import type { MarkdownIt, Token } from 'markdown-it';
import type { TrustedHtml } from '#web/public-pages/trusted.tsx';
import { z } from 'zod';
import { domainToASCII } from 'node:url';
import { emptyIsNull, id, line } from '#kernel/schemas.ts';

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

/** Whether a typed link is safe on a public page: web, mail, telephone or one of our paths. Control characters and backslashes are refused because browsers read '/\evil' and '/<tab>/evil' as another host. */
export function isSafeLink(href: string): boolean {
  if (/[\p{Cc}\p{Zs}\\]/u.test(href)) return false;
  if (/^\/(?!\/)/.test(href)) return true;
  if (/^(mailto|tel):[^/]+$/i.test(href)) return true;
  return /^https?:\/\/[^/]/i.test(href) && URL.canParse(href);
}

const linkWords =
  'Enter a link that begins with https://, mailto: or tel:, or the path of one of your pages that begins with a single “/”.';

/** A link in a form. */
const link = z.string().trim().max(500, 'The link can have up to 500 characters.').refine(isSafeLink, linkWords);

/** Multi-line text without control characters other than line breaks. */
export const lines = (max: number, name: string) =>
  z
    .string({ error: `${name} is required.` })
    .transform((text) =>
      text
        .normalize('NFC')
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim(),
    )
    .pipe(z.string().max(max, `${name} can have up to ${max.toLocaleString('en')} characters.`));

/** A URL slug. */
export const slug = (min: number, max: number) =>
  z
    .string({ error: 'The address is required.' })
    .trim()
    .toLowerCase()
    .pipe(
      z
        .string()
        .min(min, min > 1 ? `The address needs at least ${min} characters.` : 'The address is required.')
        .max(max, `The address can have up to ${max} characters.`)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens, for example sports-day.'),
    );

export const pictureChoice = z.coerce
  .number('Choose a picture.')
  .int('Choose a picture.')
  .positive('Choose a picture.')
  .max(Number.MAX_SAFE_INTEGER);
export const optionalPicture = emptyIsNull(id);
export const optionalLink = emptyIsNull(link);

export const hostsAtMost = 10;

export const tooManyHosts = `Enter up to ${hostsAtMost} host names.`;

/** Host names, one per line. */
const hosts = z
  .string()
  .optional()
  .transform((text = '') => [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(asciiHost),
    ),
  ])
  .superRefine((names, context) => {
    const wrong = names.find((name) => !isHost(name));
    if (wrong !== undefined)
      context.addIssue(`“${wrong}” is not a host name. Enter names such as www.school.ng, without https:// and paths.`);
    if (names.length > hostsAtMost) context.addIssue(tooManyHosts);
  });

// Invalid input is returned unchanged, because the conversion would truncate it to a valid name.
const asciiHost = (typed: string) =>
  /[/:?#@\\]/.test(typed) ? typed : domainToASCII(typed.toLowerCase().replace(/\.$/, '')) || typed;
const isHost = (host: string) =>
  host.length <= 250 &&
  host.includes('.') &&
  host.split('.').every((part) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(part)) &&
  // IP addresses are not host names.
  /[a-z]/.test(host.split('.').at(-1)!);

export const SiteFields = z.object({
  institutionId: id,
  slug: slug(2, 40),
  headline: emptyIsNull(line(120, 'The headline')),
  intro: emptyIsNull(lines(600, 'The welcome text')),
  hosts,
});
