import type { Picture } from './news.queries.ts';

/** The fallback file: the JPEG, else the largest. */
export function fileOf({ token, sizes }: Picture): string | null {
  const file = sizes?.findLast(({ format }) => format === 'jpeg') ?? sizes?.at(-1);
  return file ? `/pictures/${token}/${file.width}.${file.format}` : null;
}

/** All files of a format with their widths, for `srcset`. */
export const sourcesOf = ({ token, sizes }: Picture, wanted: string): string | undefined =>
  sizes
    ?.filter(({ format }) => format === wanted)
    .map(({ width, format }) => `/pictures/${token}/${width}.${format} ${width}w`)
    .join(', ');
