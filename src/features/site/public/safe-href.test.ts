import { expect, test } from 'vitest';
import { safeHref } from './safe-href.ts';

test.each([
  '/sites/ilorin/news',
  '/',
  '#programs',
  'https://waec.org.ng/a?b=c',
  'http://x.ng',
  'mailto:a@b.ng',
  'tel:+2349200000101',
])('%s stays a link', (href) => expect(safeHref(` ${href} `)).toBe(href));

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  'https://',
  'evil',
  '',
  null,
])('%j becomes none', (href) => expect(safeHref(href)).toBeNull());
