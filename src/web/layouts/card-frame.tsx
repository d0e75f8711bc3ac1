import type { ReactNode } from 'react';
import { Adire, Mark } from '#ui/adire.tsx';

/** Patterned cloth above, one card in the middle. Its styles are in card-frame.css. */
export const CardFrame = ({ children }: { children: ReactNode }) => (
  <div className="frame">
    <div className="cloth">
      <Adire />
    </div>
    <header>
      <a className="brand" href="/">
        <Mark size={32} />
        <span>Akada</span>
        <span className="visually-hidden">, home page</span>
      </a>
    </header>
    <main id="main" className="sheet">
      {children}
    </main>
    <footer className="foot">Akada · school and institution management</footer>
  </div>
);
