import { html, type Markup } from './html.ts';
import type { Picture } from './pictures.queries.ts';

interface Shown {
  /** The displayed width, for the `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture in view; all others load lazily. */
  isFirst?: boolean;
  className?: string;
}

const types = { avif: 'image/avif', webp: 'image/webp' } as const;

/** A responsive picture with reserved space while it loads. */
export function pictureTag(picture: Picture | null, { sizes, isFirst = false, className = '' }: Shown): Markup | null {
  const fallback = picture && fileOf(picture);
  if (!picture || !fallback) return null;
  return html`<picture
    >${(['avif', 'webp'] as const).map((format) => {
      const files = sourcesOf(picture, format);
      return files && html`<source type="${types[format]}" srcset="${files}" sizes="${sizes}" />`;
    })}<img
      class="${className}"
      src="${fallback}"
      alt="${picture.alt}"
      width="${picture.width}"
      height="${picture.height}"
      ${isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`}
  /></picture>`;
}

/** The fallback file: the JPEG, else the largest. */
export function fileOf({ token, sizes }: Picture): string | null {
  const file = sizes?.findLast(({ format }) => format === 'jpeg') ?? sizes?.at(-1);
  return file ? `/pictures/${token}/${file.width}.${file.format}` : null;
}

const sourcesOf = ({ token, sizes }: Picture, wanted: string) =>
  sizes
    ?.filter(({ format }) => format === wanted)
    .map(({ width, format }) => `/pictures/${token}/${width}.${format} ${width}w`)
    .join(', ');
