import { createHmac } from 'node:crypto';
import type { Chance } from './random.ts';

/** What a machine's route must not take for a signature of the body. */
export const wrongSignatures = [
  '',
  'zq',
  '0'.repeat(128),
  createHmac('sha512', '').digest('hex'),
  'undefined',
  '__proto__',
];

export const signatureOf = (payload: string | Buffer | undefined, machineSecret: string) =>
  createHmac('sha512', machineSecret)
    .update(payload ?? '')
    .digest('hex');

/** As a button in a page sends, and as a form does. */
export const writerHeaders = [
  { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
  { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest', 'x-inertia': 'true', 'x-inertia-version': 'test' },
];

/** As the address bar asks, as a link does, for what a page put off, or in the background. */
export function readerHeaders(
  page: { component: string; deferred: string[] } | undefined,
  chance: Chance,
): Record<string, string> {
  const swap = {
    'x-inertia': 'true',
    'x-inertia-version': 'test',
    accept: 'text/html',
    'x-requested-with': 'XMLHttpRequest',
  };
  const drawn = chance();
  if (drawn < 0.45) return { accept: 'text/html' };
  if (drawn < 0.65) return swap;
  if (page && drawn < 0.9)
    return {
      ...swap,
      'x-inertia-partial-component': page.component,
      'x-inertia-partial-data': page.deferred.join(','),
    };
  return { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
}
