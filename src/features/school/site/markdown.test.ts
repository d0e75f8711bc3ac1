import { describe, expect, test } from 'vitest';
import { markdownHtml } from './site-fields.ts';

test('headings are below the title, never above it', async () => {
  expect(await markdownHtml('# Sports day\n\n## Winners\n\n###### Thanks')).toBe(
    '<h2>Sports day</h2>\n<h3>Winners</h3>\n<h6>Thanks</h6>\n',
  );
});

test('paragraphs, lines, lists, tables and links come as one expects', async () => {
  expect(await markdownHtml('One\ntwo\n\n- a\n- **b**')).toBe(
    '<p>One<br>\ntwo</p>\n<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>\n',
  );
  expect(await markdownHtml('| House | Points |\n|---|---|\n| Azikiwe | 42 |')).toContain('<td>Azikiwe</td>');
  expect(await markdownHtml('[Forms](/sites/ilorin/admission "All of them")')).toBe(
    '<p><a href="/sites/ilorin/admission" title="All of them">Forms</a></p>\n',
  );
  expect(await markdownHtml('Write to info@igs.example or see https://waec.example/x?a=1&b=2.')).toBe(
    '<p>Write to <a href="mailto:info@igs.example">info@igs.example</a> or see <a href="https://waec.example/x?a=1&amp;b=2">https://waec.example/x?a=1&amp;b=2</a>.</p>\n',
  );
});

test('a picture is a link with its words, also inside another link', async () => {
  expect(await markdownHtml('![The <hall>](https://x.example/a.png)')).toBe(
    '<p><a href="https://x.example/a.png">The &lt;hall&gt;</a></p>\n',
  );
  expect(await markdownHtml('[![The hall](https://x.example/a.png)](/about)')).toBe(
    '<p><a href="/about">The hall</a></p>\n',
  );
});

const hostile = [
  '<script>zq()</script>',
  '<img src=x onerror=zq()>',
  '<!-- --><svg/onload=zq()>',
  '<a href="javascript:zq()">x</a>',
  '[x](javascript:zq())',
  '[x](JaVaScRiPt:zq())',
  '[x](java\tscript:zq())',
  '[x](java&Tab;script:zq())',
  '[x](&#106;avascript:zq())',
  '[x](&#x6A;avascript&colon;zq())',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:zq())',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](/&bsol;evil.example)',
  '[x](</	/evil.example>)',
  '[x](https:evil.example)',
  '![x](javascript:zq())',
  '![x](data:image/svg+xml,<svg/onload=zq()>)',
  '![" onmouseover="zq()](https://a.example)',
  '<javascript:zq()>',
  '<data:text/html,zq>',
  '[x](https://a.example "\\" onmouseover=\\"zq()")',
  '[x][y]\n\n[y]: javascript:zq()',
  '```"><script>zq()</script>\n</code><script>zq()</script>\n```',
  '`<script>`',
  '&lt;script&gt;zq()&lt;/script&gt;',
  '| <b onclick=zq()> |\n|---|\n| </td><script>zq()</script> |',
  '# <img src=x onerror=zq()>',
];

describe('whatever is written', () => {
  test.each(hostile)('%j creates no tag, attribute or address', async (text) => {
    const html = await markdownHtml(text);
    const tags = [...html.matchAll(/<\/?([^\s>]+)([^>]*)>/g)].map(([, name, rest]) => ({ name, rest: rest!.trim() }));
    for (const { name, rest } of tags) {
      expect(name).toMatch(/^(p|br|a|code|pre|table|thead|tbody|tr|th|td|h2)$/);
      expect(rest).toMatch(/^$|^(href|class)="[^"<>]*"( title="[^"<>]*")?$/);
    }
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:\/\/[a-z]|\/[^/\\])/);
  });

  test.each([
    '[',
    '![',
    '`',
    '*a_',
    '> ',
    '- ',
    '<',
    '&',
    '[](',
    '|a',
    'a@',
    'http://',
    '![[](',
    '\\',
    '#',
    '~~',
    '**_',
  ])('50,000 characters of %j are done with in a moment', async (piece) => {
    const before = process.cpuUsage();
    await markdownHtml(piece.repeat(50_000 / piece.length));
    // Time at work: on a busy machine more passes on the clock.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});
