import { html, type Markup } from './html.ts';
import type { Picture } from './pictures.queries.ts';

interface Shown {
  /** How wide it is drawn, as the browser's `sizes` says it. */
  sizes: string;
  /** The first thing a visitor sees is fetched first, everything else when it comes near. */
  isFirst?: boolean;
  className?: string;
}

const types = { avif: 'image/avif', webp: 'image/webp' } as const;

/** A picture in the smallest file that does; its place is kept while it loads. */
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

/** The file for whoever takes only one: the picture's JPEG, else its largest. */
export function fileOf({ token, sizes }: Picture): string | null {
  const file = sizes?.findLast(({ format }) => format === 'jpeg') ?? sizes?.at(-1);
  return file ? `/pictures/${token}/${file.width}.${file.format}` : null;
}

const sourcesOf = ({ token, sizes }: Picture, wanted: string) =>
  sizes
    ?.filter(({ format }) => format === wanted)
    .map(({ width, format }) => `/pictures/${token}/${width}.${format} ${width}w`)
    .join(', ');
