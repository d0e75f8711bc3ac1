import type { ComponentProps } from 'react';
import { opensModal } from './modal.ts';

/** A link whose page opens over the page in view. For a button's look give `opensModal` to a LinkButton's onClick. */
export function ModalLink({
  href,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { href: string }) {
  return (
    <a {...rest} href={href} onClick={opensModal}>
      {children}
    </a>
  );
}
