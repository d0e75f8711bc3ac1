import type { ReactNode } from 'react';
import classes from './stack.module.css';

/** Parts of a page under each other, with room between. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={classes.stack}>{children}</div>;
