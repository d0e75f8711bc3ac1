import { IconPhoto } from '#ui/icons.tsx';
import { pictureAddress } from '../picture-address.ts';
import classes from './site.module.css';

interface ThumbProps {
  picture: { token: string; alt: string; width: number; height: number } | null;
  /** Beside words that say the same it is silent. */
  isSilent?: boolean;
}

/** A small picture; an empty frame where there is none. */
export const Thumb = ({ picture, isSilent }: ThumbProps) =>
  picture ? (
    <img
      className={classes.thumb}
      src={pictureAddress(picture)}
      alt={isSilent ? '' : picture.alt}
      width={picture.width}
      height={picture.height}
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span className={classes.thumb} aria-hidden>
      <IconPhoto size={24} />
    </span>
  );
