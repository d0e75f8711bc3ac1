import { expect, test } from 'vitest';
import { contrast } from '#ui/theme/accent.ts';
import { colours } from './parts/site-document.tsx';
import { lookOf } from './drawn-pages.ts';

test.each(['#2B3A8F', '#FFE066', '#FFFFFF', '#000000', '#1E6B52', '#7A2E5D', 'not a colour'])(
  'white words read on the cloth made of %s, in both schemes',
  (accent) => {
    const style = colours(accent);
    for (const name of ['--cloth-light', '--cloth-dark'] as const) {
      expect(contrast(style[name]!, '#ffffff')).toBeGreaterThanOrEqual(7);
      expect(contrast(style[name]!, '#e3b341')).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('dark colours follow the device, and the policy names the styles by their hash', () => {
  const { styles, policy } = lookOf('@media screen{:root[data-color-scheme=dark]{--paper:#000}}');
  expect(styles).toContain('@media screen and (prefers-color-scheme:dark){:root{--paper:#000}}');
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}='/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('9.11 9.12 4.21 the numbers of the specification become rules of the style sheet', () => {
  const { styles } = lookOf('');
  expect(styles).toContain('@media(min-width:1200px){.features{--shown:4}}');
  expect(styles).toContain('@media(min-width:1023px){.features{--shown:3}}');
  expect(styles).toContain('@media(min-width:240px){.features{--shown:1}}');
  expect(styles).toContain('.news-slides{--shown:2}');
  expect(styles).toContain('@media(max-width:1150px){.search-toggle{display:grid}');
});
