/** The header by which the server recognises a resent form. */
export const KEY_HEADER = 'Idempotency-Key';
/** Marks the form element with the key. */
export const KEY_HOLDER = 'data-form-key';

/** A random key; crypto.randomUUID is not available without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The idempotency key of a form from its first submission until it is answered. */
export function keyOf(holder: Element): string {
  const key = holder.getAttribute(KEY_HOLDER) || newKey();
  holder.setAttribute(KEY_HOLDER, key);
  return key;
}

/** Drops the key after an answer, so that the next submission is new. */
export const dropKey = (holder: Element | null): void => holder?.setAttribute(KEY_HOLDER, '');
