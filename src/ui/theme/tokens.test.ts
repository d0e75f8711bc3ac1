import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentPalette, contrast } from './accent.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split("[data-color-scheme='dark']");
const token = (part: string, name: string) => new RegExp(`--${name}:[^;]*?(#[0-9a-f]{6})`).exec(part)![1]!;

it('writes one stack of fonts, also in pages that stand alone and in e-mails', () => {
  const close = (text: string) => text.replace(/,\s+/g, ',');
  const stack = close(/--system-font: ([^;]+);/.exec(css)![1]!);
  const src = new URL('../..', import.meta.url);
  const named = globSync('**/*.{css,ts,tsx}', { cwd: src, exclude: (name) => /test\.ts/.test(name) }).flatMap(
    (path) => {
      const text = close(readFileSync(new URL(path, src), 'utf8'));
      return Array.from(text.matchAll(/(?:system-ui|Arial|Helvetica|Roboto),[^;}"]*/g), ([fonts]) => ({ path, fonts }));
    },
  );
  expect(named.length).toBeGreaterThan(2);
  for (const { path, fonts } of named) expect(fonts, path).toBe(stack);
});

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the %s table', (scheme, part) => {
  it('reads at 4.5:1 or better for every ink on every ground', () => {
    for (const ink of ['ink', 'ink-2', 'ink-3', 'accent', 'gold-ink', 'good', 'bad', 'info'])
      for (const ground of ['paper', 'surface', 'tint'])
        expect(contrast(token(part, ink), token(part, ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('reads on soft grounds and on the accent itself', () => {
    for (const [ink, ground] of [
      ['accent', 'accent-soft'],
      ['gold-ink', 'gold-soft'],
      ['good', 'good-soft'],
      ['bad', 'bad-soft'],
      ['info', 'info-soft'],
      ['on-accent', 'accent'],
      ['on-bad', 'bad'],
      ['on-bad', 'bad-hover'],
      ['ink-2', 'accent-soft'],
      // the tooltip is the page turned over
      ['paper', 'ink'],
    ] as const)
      expect(contrast(token(part, ink), token(part, ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('draws the edges of controls and what is current at 3:1 or better', () => {
    for (const name of ['line-strong', 'gold', 'accent'])
      for (const ground of ['surface', 'paper'])
        expect(contrast(token(part, name), token(part, ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  it('tells a card from the ground by its edge', () => {
    // Dark grounds are nearer to each other, so the edge has more to do.
    const least = scheme === 'dark' ? 1.6 : 1.2;
    for (const ground of ['surface', 'paper'])
      expect(contrast(token(part, 'line'), token(part, ground)), ground).toBeGreaterThanOrEqual(least);
  });

  it('makes any colour of an institution readable', () => {
    for (const hex of ['#000000', '#ffffff', '#ffee00', '#00ff88', '#ff0000', '#2b3a8f', '#808080', '#f39c12']) {
      const palette = accentPalette(hex, scheme);
      for (const ground of [
        token(part, 'paper'),
        token(part, 'surface'),
        token(part, 'tint'),
        palette['accent-soft'],
        token(part, 'on-accent'),
      ])
        expect(contrast(palette.accent, ground), `${hex} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('keeps dark colours of institutions colourful in the dark scheme', () => {
  for (const hex of ['#1b4d3e', '#14532d', '#7b1e3b', '#5b2245']) {
    const channels = [1, 3, 5].map((at) => Number.parseInt(accentPalette(hex, 'dark').accent.slice(at, at + 2), 16));
    expect(Math.max(...channels) - Math.min(...channels), hex).toBeGreaterThan(80);
  }
});
