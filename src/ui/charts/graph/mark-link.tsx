import { router } from '@inertiajs/core';
import type { ReactNode } from 'react';

/** A part of a chart that opens its rows with a click. The table beside the chart has the same links for the keyboard. */
export const MarkLink = ({ href, words, children }: { href: string | null; words: string; children: ReactNode }) =>
  href ? (
    <a
      href={href}
      tabIndex={-1}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.visit(href);
      }}
    >
      <title>{words}</title>
      {children}
    </a>
  ) : (
    <g>
      <title>{words}</title>
      {children}
    </g>
  );
