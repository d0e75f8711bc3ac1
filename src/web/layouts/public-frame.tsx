import type { ReactNode } from 'react';
import { Adire, Mark } from '#ui/adire.tsx';
import { ConfirmHost } from '#ui/overlays/confirm.tsx';
import { Toasts } from './toasts.tsx';
import classes from './public-frame.module.css';

/** The frame for visitors: patterned cloth above, one card in the middle. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.cloth}>
        <Adire />
      </div>
      <header>
        <a className={classes.brand} href="/">
          <Mark size={32} />
          <span>Akada</span>
          <span className="visually-hidden">, home page</span>
        </a>
      </header>
      <main id="main" className={classes.sheet}>
        {children}
      </main>
      <footer className={classes.footer}>Akada · school and institution management</footer>
      <Toasts />
      <ConfirmHost />
    </div>
  );
}
