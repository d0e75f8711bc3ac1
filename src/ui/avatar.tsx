import { initials } from './format.ts';
import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: number;
}

/** A face, or the letters of a name; the name itself stands beside it, so this is silent. */
export function Avatar({ name, src, size = 28 }: AvatarProps) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.38) };
  if (src) return <img className={classes.avatar} src={src} alt="" style={box} loading="lazy" />;
  // Drawn by the style sheet: the letters are a picture, not words that a control's name would have to repeat.
  return <span className={classes.avatar} style={box} data-initials={initials(name)} aria-hidden />;
}
