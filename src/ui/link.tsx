import { router, shouldIntercept } from '@inertiajs/core';
import type { ComponentProps, MouseEvent } from 'react';

export interface LinkProps extends ComponentProps<'a'> {
  href: string;
  /** Keeps what the page's components hold, if the link leads to the same page. */
  preserveState?: boolean;
  preserveScroll?: boolean;
}

/** A link to a page, which is swapped in. */
export function Link({ onClick, preserveState = false, preserveScroll = false, ...props }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!shouldIntercept(event)) return;
    event.preventDefault();
    router.visit(props.href, { preserveState, preserveScroll });
  };
  // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/click-events-have-key-events
  return <a {...props} onClick={follow} />;
}
