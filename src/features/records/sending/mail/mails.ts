import { appKeyOf } from '#kernel/secrets/app-key.ts';
import type { SendingSchool, SenderServices } from '../sender/settings.ts';
import { publicOrigin, unsubscribeLinks, type UnsubscribeLink } from '../sender/unsubscribe-link.ts';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Draws the text of an e-mail as a page of its school. */
export type MailPage = (institutionId: number, school: SendingSchool, text: string) => Promise<string>;

/** What makes e-mails of the outbox’s rows. */
export function openMails(services: SenderServices): { linkOf: UnsubscribeLink; pageOf: MailPage } {
  const origin = publicOrigin(services);
  const draw = mailDrawer();
  const pageOf: MailPage = async (institutionId, { name, accent, logoFileId }, text) => {
    const base = logoFileId === null ? null : await origin();
    // Mail programs load no pictures over HTTP.
    const logo = base?.startsWith('https:')
      ? `${base}/app/${appKeyOf(services.secret, institutionId)}/icon-192.png?v=${logoFileId}`
      : null;
    return draw({ name, accent, logo }, text);
  };
  return { linkOf: unsubscribeLinks(services, origin), pageOf };
}

/** What the e-mails of a school look like. */
interface MailSchool {
  name: string;
  /** '#rrggbb'. */
  accent: string;
  /** Only where the internet can load it; otherwise null. */
  logo: string | null;
}

/** Programs that know no dark colours show the inline ones; the others override them. */
const dark = `@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #1f2229 !important; color: #e8eaee !important; }
  .quiet { color: #a9afba !important; }
  a { color: #8ab4ff !important; }
}`;
const font = "16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";
const h = createElement;

/** Where the text goes: no text of a school contains it. */
const place = '\u{f8ff}';

const frameOf = ({ name, accent, logo }: MailSchool) =>
  `<!doctype html>${renderToStaticMarkup(
    h(
      'html',
      { lang: 'en' },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('title', null, name),
        h('style', null, dark),
      ),
      h(
        'body',
        { className: 'page', style: { margin: 0, padding: '24px 12px', background: '#f3f4f6' } },
        h(
          'div',
          {
            className: 'card',
            style: {
              maxWidth: 560,
              margin: '0 auto',
              padding: 24,
              font,
              background: '#ffffff',
              color: '#1d2129',
              borderTop: `4px solid ${accent}`,
              borderRadius: 6,
              overflowWrap: 'anywhere',
            },
          },
          h(
            'p',
            { className: 'quiet', dir: 'auto', style: { margin: '0 0 16px', color: '#5b6270', fontWeight: 600 } },
            logo &&
              h('img', {
                src: logo,
                alt: '',
                width: 32,
                height: 32,
                style: { verticalAlign: 'middle', marginRight: 12 },
              }),
            name,
          ),
          place,
        ),
      ),
    ),
  )}`;

const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/g;

/** A line with its addresses as links; React escapes the rest. */
function linked(line: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const { 0: url, index } of line.matchAll(address)) {
    nodes.push(line.slice(from, index), h('a', { key: index, href: url, style: { color: '#1a56db' } }, url));
    from = index + url.length;
  }
  nodes.push(line.slice(from));
  return nodes;
}

const paragraph = (text: string, key: number) =>
  h(
    'p',
    { key, dir: 'auto', style: { margin: '0 0 16px' } },
    text
      .split('\n')
      .flatMap((line, at) =>
        at === 0 ? linked(line) : [h('br', { key: `b${at}` }), h('span', { key: `s${at}` }, linked(line))],
      ),
  );

const textOf = (text: string) =>
  renderToStaticMarkup(
    h(
      'div',
      null,
      text
        .replace(/\r\n?/g, '\n')
        .trim()
        .split(/\n{2,}/)
        .map(paragraph),
    ),
  );

const mostKept = 200;

/** Keeps what it drew: the frame of a school, and texts, which thousands of recipients may share. */
export function mailDrawer(): (school: MailSchool, text: string) => string {
  const frames = new Map<string, [string, string]>();
  const texts = new Map<string, string>();
  const kept = <T>(map: Map<string, T>, key: string, draw: () => T): T => {
    const known = map.get(key);
    if (known !== undefined) return known;
    if (map.size >= mostKept) map.delete(map.keys().next().value!);
    const drawn = draw();
    map.set(key, drawn);
    return drawn;
  };
  return (school, text) => {
    const [before, after] = kept(frames, JSON.stringify(school), () => {
      const [head = '', foot = ''] = frameOf(school).split(place);
      return [head, foot] as [string, string];
    });
    return before + kept(texts, text, () => textOf(text)) + after;
  };
}
