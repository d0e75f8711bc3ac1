import { IconPhoto } from '#ui/icons.tsx';
import { pictureAddress } from '../pictures/picture-address.ts';
import classes from './site.module.css';

interface ThumbProps {
  picture: { token: string; alt: string; width: number; height: number } | null;
  /** Hidden from screen readers next to text that says the same. */
  isSilent?: boolean;
}

/** A thumbnail, or an empty frame. */
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
