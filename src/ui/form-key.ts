/** The header by which the server knows that a form was sent before. */
export const KEY_HEADER = 'Idempotency-Key';
/** Marks the element of a form that holds its key. */
export const KEY_HOLDER = 'data-form-key';

/** Random; not by crypto.randomUUID, which a page without TLS does not have. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key of a form, from its first sending until it was answered: sent again, it acts no second time. */
export function keyOf(holder: Element): string {
  const key = holder.getAttribute(KEY_HOLDER) || newKey();
  holder.setAttribute(KEY_HOLDER, key);
  return key;
}

/** It was answered: what is sent next is something new. */
export const dropKey = (holder: Element | null): void => holder?.setAttribute(KEY_HOLDER, '');
