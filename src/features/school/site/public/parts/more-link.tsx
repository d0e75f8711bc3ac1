import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A link that leads on, with an arrow. */
export const MoreLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="more" href={href}>
    {children} <Icon name="arrow-right" size={18} />
  </a>
);
