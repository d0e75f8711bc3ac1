import { accentPalette, contrast, mix, type Scheme } from '#ui/theme/accent.ts';

/** The institution's accent colour and a version dark enough for white text in both schemes, as properties of a style. */
export function colours(accent: string): Record<`--${string}`, string> {
  const valid = /^#[0-9a-f]{6}$/i.test(accent) ? accent : '#2b3a8f';
  const of = (scheme: Scheme) => {
    const cloth = clothOf(valid, scheme);
    return Object.entries({ ...accentPalette(valid, scheme), cloth, 'cloth-line': mix('#ffffff', cloth, 0.34) }).map(
      ([name, value]) => [`--${name}-${scheme}`, value],
    );
  };
  return Object.fromEntries([...of('light'), ...of('dark')]) as Record<`--${string}`, string>;
}

function clothOf(accent: string, scheme: Scheme): string {
  const wanted = scheme === 'light' ? 9 : 13;
  for (let share = 0.1; share < 1; share += 0.05) {
    const colour = mix('#12131a', accent, share);
    if (contrast(colour, '#ffffff') >= wanted) return colour;
  }
  return '#12131a';
}
