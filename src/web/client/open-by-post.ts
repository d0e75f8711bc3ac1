import { router } from '@inertiajs/core';
import { csrfToken } from './wire.ts';

/**
 * Requests a file by POST and opens it in a new window, as a link would by GET. It is a form, because browsers block
 * windows that a script opens later. The page reloads when the user returns to it.
 */
export function openByPost(address: string): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: address, target: '_blank', rel: 'noopener', hidden: true });
  const token = document.createElement('input');
  Object.assign(token, { type: 'hidden', name: '_csrf', value: csrfToken() });
  form.append(token);
  document.body.append(form);
  form.submit();
  form.remove();
  window.addEventListener('focus', () => router.reload(), { once: true });
}
