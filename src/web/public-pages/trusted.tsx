import type { HTMLAttributes } from 'react';

declare const isTrusted: unique symbol;

/** HTML that the server made itself, of text that it escaped. */
export type TrustedHtml = string & { readonly [isTrusted]: true };

interface TrustedProps extends HTMLAttributes<HTMLDivElement> {
  html: TrustedHtml;
}

/** The only place of public pages where text becomes markup. */
export const Trusted = ({ html, ...attributes }: TrustedProps) => (
  // oxlint-disable-next-line react/no-danger
  <div {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
);
