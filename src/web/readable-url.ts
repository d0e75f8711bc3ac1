import type { FastifyRequest } from 'fastify';
import { sentenceCase } from '#kernel/validation-messages.ts';

export interface ErrorProps {
  status: number;
  title: string;
  message: string;
  requestId?: string;
  /** The same address without its invalid parameters. */
  without?: { label: string; href: string };
}

/**
 * The address to route by: one that cannot be decoded, or that a browser would take for another host's when an answer
 * repeats it, is replaced by one that does not exist.
 */
export function readableUrl({ url = '/' }: { url?: string }): string {
  if (!/^\/(?![/\\])/.test(url)) return '/unreadable-address';
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return url;
  } catch {
    return '/unreadable-address';
  }
}

/** A filter's label, approximately: 'sign_in' → 'Sign in'. */
export const labelOf = (field: string): string =>
  addressLabels[field] ??
  (field.startsWith('custom.') ? 'Custom field' : sentenceCase(field.replace(/\.\d+$/, '').replace(/_id$/, '')));

const addressLabels: Record<string, string> = { q: 'Search', after: 'Page', before: 'Page', papers: 'Documents' };

/** An invalid filter does not lose the others: a link to the same list without it. */
export function addressWithout(request: FastifyRequest, fields: string[]): ErrorProps['without'] {
  const url = new URL(request.url, 'http://here');
  const isWrong = (name: string) => fields.some((field) => field === name || field.startsWith(`${name}.`));
  const wrong = [...new Set(url.searchParams.keys())].filter(isWrong);
  if (wrong.length === 0) return undefined;
  for (const name of wrong) url.searchParams.delete(name);
  const label = wrong.length === 1 ? `Continue without “${labelOf(wrong[0]!)}”` : 'Continue without these filters';
  return { label, href: url.pathname + url.search };
}
