import type { ReactNode } from 'react';
import classes from './stack.module.css';

/** Stacks parts of a page with a gap. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={classes.stack}>{children}</div>;
