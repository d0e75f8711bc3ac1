import { createHmac } from 'node:crypto';
import type { ProviderSettings, Report } from './provider.ts';

/** The name of an e-mail in its Message-ID and return path, which nobody can make up for another message. */
export const tagOf = ({ password = '' }: ProviderSettings, key: string): string =>
  `${key}-${createHmac('sha256', password).update(`return path of ${key}`).digest('hex').slice(0, 12)}`;

/**
 * What a returned e-mail says (RFC 3464): the action and status of the recipient, and which message it was: by the
 * return path, or by the Message-ID of the message inside.
 */
export function bouncesIn(settings: ProviderSettings, mail: string): Report[] {
  // Folded headers on one line.
  const lines = mail.slice(0, 200_000).replace(/\r?\n[ \t]+/g, ' ');
  const tags = [...lines.matchAll(/[+<]((akada-\d+-\d+)-[0-9a-f]{12})@/g)];
  const id = tags.find(([, tag, key]) => tag === tagOf(settings, key!))?.[2];
  const action = /^Action:\s*([a-z]+)/im.exec(lines)?.[1]?.toLowerCase();
  if (!id) return [];
  if (action === 'delivered') return [{ id, status: 'delivered' }];
  // “delayed” says that the server goes on trying.
  if (action !== 'failed') return [];
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(lines)?.[1] ?? '';
  const said = /^Diagnostic-Code:\s*(.+)$/im.exec(lines)?.[1]?.trim() ?? '';
  const why = [status, said].filter(Boolean).join(' ').slice(0, 150) || 'Returned by the mail server';
  return [{ id, status: 'undelivered', why, isGone: isGoneStatus(status) }];
}

/** The mailbox or its domain doesn't exist, or is closed for good (RFC 3463, RFC 7505). */
export const isGoneStatus = (status: string): boolean => /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(status);
