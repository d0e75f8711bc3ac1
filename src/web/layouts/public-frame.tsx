import type { ReactNode } from 'react';
import { ConfirmHost } from '#ui/overlays/confirm.tsx';
import { CardFrame } from './card-frame.tsx';
import { Toasts } from './toasts.tsx';
import './card-frame.css';
import classes from './public-frame.module.css';

/** The frame for visitors. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.public}>
    <CardFrame>{children}</CardFrame>
    <Toasts />
    <ConfirmHost />
  </div>
);
