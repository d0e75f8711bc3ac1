/** Adapts any institution colour so that its contrast is at least 4.5:1 in both schemes. */
const READABLE = 4.5;
const SCHEMES = {
  light: { grounds: ['#ffffff', '#f3efe7'], ink: '#1b1d28', line: '#e6e1d8', towards: '#000000', soft: 0.08 },
  dark: { grounds: ['#1a1c26', '#232633'], ink: '#ecebf2', line: '#3d4051', towards: '#ffffff', soft: 0.14 },
} as const;

export type Scheme = keyof typeof SCHEMES;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two colours; `share` is the part of the first. */
export const mix = (a: string, b: string, share: number) => {
  const other = channels(b);
  const mixed = channels(a).map((v, i) => Math.round(v * share + other[i]! * (1 - share)));
  return `#${mixed.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
};

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((v) =>
    v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG contrast ratio of two #rrggbb colours. */
export function contrast(a: string, b: string) {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const hexOf = (v: number) =>
  Math.round(Math.min(255, Math.max(0, v)))
    .toString(16)
    .padStart(2, '0');

/** Lighter with the hue and the saturation of HSL: mixed with white, dark green would turn grey. */
function lightened(hex: string, share: number): string {
  const parts = channels(hex).map((v) => v / 255);
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  const before = (least + most) / 2;
  const after = before + (1 - before) * share;
  const room = (lightness: number) => 1 - Math.abs(2 * lightness - 1);
  const spread = most > least ? room(after) / room(before) : 0;
  return `#${parts.map((v) => hexOf((after + (v - before) * spread) * 255)).join('')}`;
}

/** Darkens (light scheme) or lightens (dark scheme) a colour until it is readable on every background. */
export function readableAccent(hex: string, scheme: Scheme) {
  const { grounds, towards, soft } = SCHEMES[scheme];
  const reads = (color: string) =>
    [...grounds, mix(color, grounds[0], soft)].every((ground) => contrast(color, ground) >= READABLE);
  for (let step = 0; step < 50; step += 1) {
    const color = scheme === 'dark' ? lightened(hex, step / 50) : mix(towards, hex, step / 50);
    if (reads(color)) return color;
  }
  return towards;
}

/** The accent colours, by their variables in tokens.css. */
export function accentPalette(hex: string, scheme: Scheme) {
  const { grounds, ink, line, soft } = SCHEMES[scheme];
  const accent = readableAccent(hex, scheme);
  return {
    accent,
    'accent-hover': mix(accent, ink, 0.86),
    'accent-soft': mix(accent, grounds[0], soft),
    'accent-line': mix(accent, line, 0.35),
  };
}

const isColour = (hex: string | null): hex is string => hex !== null && /^#[0-9a-f]{6}$/i.test(hex);

const styles = new Map<string, string>();

/** The same as a style attribute; null or an invalid colour is indigo. */
export function accentStyle(hex: string | null): string {
  if (!isColour(hex)) return '';
  const known = styles.get(hex);
  if (known !== undefined) return known;
  const style = (['light', 'dark'] as const)
    .flatMap((scheme) =>
      Object.entries(accentPalette(hex, scheme)).map(([name, value]) => `--${name}-${scheme}:${value}`),
    )
    .join(';');
  styles.set(hex, style);
  return style;
}

/** Applies an institution's colour to the page; null or an invalid colour restores indigo. */
export function applyAccent(hex: string | null, root: HTMLElement = document.documentElement) {
  const valid = isColour(hex);
  for (const scheme of ['light', 'dark'] as const)
    for (const [name, value] of Object.entries(accentPalette(valid ? hex : '#2b3a8f', scheme)))
      if (valid) root.style.setProperty(`--${name}-${scheme}`, value);
      else root.style.removeProperty(`--${name}-${scheme}`);
}
