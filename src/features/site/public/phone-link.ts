import { html, type Markup } from './html.ts';

/** A number to be called with one tap; a Nigerian one in the groups that people read. */
export const phoneLink = (phone: string): Markup =>
  html`<a href="tel:${phone.replace(/[^+\d]/g, '')}"
    >${phone.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '+234 $1 $2 $3')}</a
  >`;
