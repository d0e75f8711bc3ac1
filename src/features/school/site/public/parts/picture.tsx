import type { Picture as Stored } from '../pictures.queries.ts';
import { fileOf, sourcesOf } from '../picture-files.ts';

interface PictureProps {
  picture: Stored;
  /** The displayed width, for the `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture in view; all others load lazily. */
  isFirst?: boolean;
}

const types = { avif: 'image/avif', webp: 'image/webp' } as const;

/** Whether there is anything to show of it. */
export const isShown = (picture: Stored | null): picture is Stored => picture !== null && fileOf(picture) !== null;

/** A responsive picture with reserved space while it loads. */
export const Picture = ({ picture, sizes, isFirst = false }: PictureProps) => (
  <picture>
    {(['avif', 'webp'] as const).map((format) => {
      const files = sourcesOf(picture, format);
      return files && <source key={format} type={types[format]} srcSet={files} sizes={sizes} />;
    })}
    <img
      src={fileOf(picture)!}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
    />
  </picture>
);
