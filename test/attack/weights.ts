import type { Route } from './listed-routes.ts';

/** Passwords cost what they must; files and figures have little to attack. */
export function weightOf({ method, url, once, may }: Route): number {
  if (/sign-in|password|second-factor|invitations|setup/.test(url)) return method === 'POST' ? 0.35 : 0.2;
  if (/^\/(assets|health|metrics)/.test(url)) return 0.1;
  if (method === 'HEAD') return 0.15;
  // Few routes act once or listen to machines, and each must be reached.
  if (once || may === 'machine') return 6;
  return method === 'POST' ? 2 : 1;
}
