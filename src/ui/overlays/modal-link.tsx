import type { ComponentProps } from 'react';
import { opensModal } from './modal.ts';

/** A link that opens a page in a modal. For a button, pass `opensModal` to a LinkButton's onClick. */
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
