import { initials } from './format.ts';
import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: number;
}

/** A photo or initials, hidden from screen readers because the name is next to it. */
export function Avatar({ name, src, size = 28 }: AvatarProps) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.38) };
  if (src) return <img className={classes.avatar} src={src} alt="" style={box} loading="lazy" />;
  // Drawn by CSS, so that the initials are not part of a control's accessible name.
  return <span className={classes.avatar} style={box} data-initials={initials(name)} aria-hidden />;
}
