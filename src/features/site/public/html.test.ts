import { describe, expect, test } from 'vitest';
import { html, jsonScript, trusted, type Markup } from './html.ts';

const hostile = `<img src=x onerror="alert('1')">&`;
const harmless = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

/** The formatter may break a template into lines. */
const flat = (markup: Markup) => markup.text.replace(/\s+(?=<)/g, '');

describe('the template', () => {
  test('escapes text in elements and in attributes', () => {
    expect(String(html`<p title="${hostile}">${hostile}</p>`)).toBe(`<p title="${harmless}">${harmless}</p>`);
  });

  test('keeps markup, joins lists however deep, and escapes what is in them', () => {
    const item = (text: string) => html`<li>${text}</li>`;
    expect(
      flat(
        html`<ul>
          ${[item('a'), [item('<b>'), ['&', 1]], trusted('<hr>')]}
        </ul>`,
      ),
    ).toBe('<ul><li>a</li><li>&lt;b&gt;</li>&amp;1<hr></ul>');
  });

  test('writes nothing for false, null and undefined, but writes zero', () => {
    expect(String(html`<p>${false}${null}${undefined}${0}${''}</p>`)).toBe('<p>0</p>');
  });

  test('refuses a hole in an attribute without quotes', () => {
    expect(() => html`<p class=${'a b'}></p>`).toThrow('Quote the attribute');
  });

  test('does not take an object that only looks like markup', () => {
    const lookalike = JSON.parse('{"text":"<script>"}') as string;
    expect(() => String(html`<p>${lookalike}</p>`)).toThrow();
  });
});

test('data in a script cannot close it', () => {
  expect(String(jsonScript('application/ld+json', { name: '</script><b>' }))).toBe(
    '<script type="application/ld+json">{"name":"\\u003c/script>\\u003cb>"}</script>',
  );
});
