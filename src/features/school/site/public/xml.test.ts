import { expect, test } from 'vitest';
import { xml } from './xml.ts';

const hostile = `<img src=x onerror="alert('1')">&`;
const harmless = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

test('text is escaped in elements and in attributes', () => {
  expect(String(xml`<p title="${hostile}">${hostile}</p>`)).toBe(`<p title="${harmless}">${harmless}</p>`);
});

test('markup is kept and lists are joined, and what is in them is escaped', () => {
  const item = (text: string) => xml`<li>${text}</li>`;
  expect(String(xml`<ul>${[item('a'), [item('<b>'), ['&']]]}</ul>`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li>&amp;</ul>');
});

test('false, null and undefined are left out, and so is what XML does not allow', () => {
  expect(String(xml`<p>${false}${null}${undefined}${'a\0b\uffff'}</p>`)).toBe('<p>ab</p>');
});

test('an object that only looks like markup is refused', () => {
  const lookalike = JSON.parse('{"text":"<script>"}') as string;
  expect(() => String(xml`<p>${lookalike}</p>`)).toThrow();
});
