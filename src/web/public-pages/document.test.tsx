import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { appTags } from '#kernel/app-tags.ts';
import { documentOf } from '../pages.ts';
import { Document } from './document.tsx';
import { DocumentContext, type DocumentParts } from './document-parts.ts';
import { JsonScript } from './json-script.tsx';

const hostile = `"><script>alert('x')</script>&`;
const school = { id: 1, accent: '#2B3A8F', logoFileId: null, shortName: hostile };
const parts: DocumentParts = {
  csrf: hostile,
  app: appTags(Buffer.alloc(32), school),
  styles: `a>b::after{content:"&'"}`,
  scripts: ['site.js'],
  preloads: ['react.js'],
};

const drawn = (page: ReactNode) => renderToStaticMarkup(<DocumentContext value={parts}>{page}</DocumentContext>);

test('hostile words stay words in the title, in tags and in the body', () => {
  const html = drawn(
    <Document title={hostile} head={<meta name="description" content={hostile} />} body={{ 'data-page': hostile }}>
      {hostile}
    </Document>,
  );
  expect(html).not.toContain('<script>');
  expect(html.split('&quot;&gt;&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&amp;').length - 1).toBe(6);
});

test('styles and scripts are written unchanged, as their hashes say', () => {
  const script = `if (1 < 2 && '"') document.title = 'x'`;
  const html = drawn(
    <Document title="x" head={<script>{script}</script>}>
      x
    </Document>,
  );
  expect(html).toContain(`<style>${parts.styles}</style>`);
  expect(html).toContain(`<script>${script}</script>`);
  expect(html).toContain('<script type="module" src="/assets/site.js"></script>');
  expect(html).toContain('<link rel="modulepreload" href="/assets/react.js"/>');
});

test('data in a script cannot close it', () => {
  expect(drawn(<JsonScript type="application/ld+json" value={{ name: '</script><b>' }} />)).toBe(
    '<script type="application/ld+json">{"name":"\\u003c/script>\\u003cb>"}</script>',
  );
});

test('the same tags make a page of visitors and one of the application installable', () => {
  const tags = (html: string) =>
    [...html.matchAll(/<(?:link|meta)[^>]+(?:manifest|icon|apple-mobile|theme-color)[^>]+?\/?>/g)].map(([tag]) =>
      tag.replace(/\/?>$/, '').replaceAll('&#x27;', "'"),
    );
  const application = documentOf({
    body: Buffer.from('{}'),
    preview: null,
    nonce: '',
    styles: '',
    scripts: '',
    csrf: '',
    app: parts.app,
    font: null,
    accent: '',
  }).toString();
  expect(tags(application)).toHaveLength(6);
  expect(tags(drawn(<Document title="x">x</Document>))).toEqual(tags(application));
  expect(application).not.toContain('<script>alert');
});
