import { expect, test } from 'vitest';
import { mailDrawer } from './mails.ts';

const school = { name: 'Ilorin <Grammar> & Sons', accent: '#0b6e4f', logo: null };

test('an e-mail shows paragraphs and links in light and dark, and escapes whatever people wrote', () => {
  const draw = mailDrawer();
  const html = draw(
    school,
    'Dear <script>alert(1)</script>,\nsee "https://akada.ng/a?b=1&c=2".\n\n<img src=https://evil.example/x.png onerror=x>\r\n\r\njavascript:alert(1)',
  );
  expect(html).toContain('Ilorin &lt;Grammar&gt; &amp; Sons');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('&lt;script&gt;');
  expect(html).toMatch(
    /<a href="https:\/\/akada\.ng\/a\?b=1&amp;c=2" style="[^"]+">https:\/\/akada\.ng\/a\?b=1&amp;c=2<\/a>/,
  );
  expect(html.match(/<p /g)).toHaveLength(4);
  expect(html).toContain('<br/>');
  // Nothing is loaded from elsewhere, and nothing runs.
  expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|href="javascript/);
  expect(draw({ ...school, logo: 'https://akada.ng/app/x/icon-192.png' }, 'Hello')).toContain(
    '<img src="https://akada.ng/app/x/icon-192.png" alt=""',
  );
});

test('what was drawn before is the same again, also with many schools and texts between', () => {
  const draw = mailDrawer();
  const once = draw(school, 'School resumes.');
  for (let at = 0; at < 300; at += 1) draw({ ...school, name: `School ${at}` }, `Text ${at}`);
  expect(draw(school, 'School resumes.')).toBe(once);
  expect(draw({ ...school, accent: '#aa0000' }, 'School resumes.')).toBe(once.replace('#0b6e4f', '#aa0000'));
});
