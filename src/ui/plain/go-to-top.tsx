import { useEffect, useRef } from 'react';
import { showPastThreshold } from './go-to-top.ts';
import { IconArrowUp } from '../icons.tsx';
import classes from './go-to-top.module.css';

/** The back-to-top link; scrolls like every link within a page (smooth-scroll.ts). */
export function GoToTop() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => showPastThreshold(link.current!), []);
  return (
    <a ref={link} href="#top" className={classes.link} aria-label="Back to top">
      <IconArrowUp />
    </a>
  );
}
