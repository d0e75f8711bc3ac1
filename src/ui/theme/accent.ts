/** Adapts any institution colour so that its contrast is at least 4.5:1 in both schemes. */
const READABLE = 4.5;
const SCHEMES = {
  light: { grounds: ['#ffffff', '#f3efe7'], ink: '#1b1d28', line: '#e6e1d8', towards: '#000000', soft: 0.08 },
  dark: { grounds: ['#1a1c26', '#232633'], ink: '#ecebf2', line: '#2c2f3d', towards: '#ffffff', soft: 0.14 },
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

/** Closer to white by a share, at the same hue and more colourful where a screen can show it (OKLCH). */
function lightened(hex: string, share: number): string {
  const [r = 0, g = 0, b = 0] = channels(hex).map((v) =>
    v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const hue = [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ] as const;
  const wanted = lightness + (1 - lightness) * share;
  for (let chroma = share > 0 ? 1.4 : 1; chroma > 0; chroma -= 0.04) {
    const shown = fromOklab(wanted, hue[0] * chroma, hue[1] * chroma);
    if (shown) return shown;
  }
  return '#ffffff';
}

/** Undefined for colours that a screen can't show. */
function fromOklab(lightness: number, a: number, b: number): string | undefined {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (linear.some((v) => v < -0.001 || v > 1.001)) return undefined;
  const hexOf = (v: number) => {
    const level = Math.min(1, Math.max(0, v));
    return Math.round((level <= 0.0031308 ? level * 12.92 : 1.055 * level ** (1 / 2.4) - 0.055) * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linear.map(hexOf).join('')}`;
}

/** Darkens (light scheme) or lightens (dark scheme) a colour until it is readable on every background. */
export function readableAccent(hex: string, scheme: Scheme) {
  const { grounds, towards, soft } = SCHEMES[scheme];
  const reads = (color: string) =>
    [...grounds, mix(color, grounds[0], soft)].every((ground) => contrast(color, ground) >= READABLE);
  for (let step = 0; step < 50; step += 1) {
    // Mixed with white, a dark colour turns grey; lightened, green stays green.
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

/** Applies an institution's colour to the page; null or an invalid colour restores indigo. */
export function applyAccent(hex: string | null, root: HTMLElement = document.documentElement) {
  const valid = hex !== null && /^#[0-9a-f]{6}$/i.test(hex);
  for (const scheme of ['light', 'dark'] as const)
    for (const [name, value] of Object.entries(accentPalette(valid ? hex : '#2b3a8f', scheme)))
      if (valid) root.style.setProperty(`--${name}-${scheme}`, value);
      else root.style.removeProperty(`--${name}-${scheme}`);
}
