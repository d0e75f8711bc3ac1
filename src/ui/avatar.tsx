import { cx } from './cx.ts';
import { initials } from './format.ts';
import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: number;
  /** Photos of records are 4:5. */
  shape?: 'circle' | 'portrait';
}

/** A photo or initials, hidden from screen readers because the name is next to it. */
export function Avatar({ name, src, size = 28, shape = 'circle' }: AvatarProps) {
  const portrait = shape === 'portrait' && classes.portrait;
  const height = portrait && src ? size * 1.25 : size;
  const box = { width: size, height, fontSize: Math.round(size * 0.38) };
  if (src) return <img className={cx(classes.avatar, portrait)} src={src} alt="" style={box} loading="lazy" />;
  // Drawn by CSS, so that the initials are not part of a control's accessible name.
  return <span className={cx(classes.avatar, portrait)} style={box} data-initials={initials(name)} aria-hidden />;
}
