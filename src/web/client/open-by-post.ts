import { router } from '@inertiajs/react';
import { csrfToken } from './wire.ts';

/**
 * Asks by a POST for a file that the browser shows in a window of its own, as a link would by a GET: a form, for a window
 * that a script opens later is blocked. The page is loaded anew when the person comes back to it.
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
