import type { Outcome } from '#kernel/messages/providers/provider.ts';
import type { Claimed } from './claim.ts';
import type { OpenProvider } from './settings.ts';
import { noLink, withLink, type UnsubscribeLink } from './unsubscribe-link.ts';

/** The same at every attempt, so that a provider recognises a message that it has. */
export const keyOf = (institutionId: number, outboxId: number): string => `akada-${institutionId}-${outboxId}`;

/** Hands one message to a provider. A fault of ours counts as if nobody knew, because it may have gone out. */
export async function attempt(
  institutionId: number,
  { provider, settings }: OpenProvider,
  row: Claimed,
  linkOf: UnsubscribeLink,
): Promise<Outcome> {
  if (row.body.length > provider.longest)
    return { is: 'refused', why: `${provider.label} takes texts of up to ${provider.longest} characters.` };
  const unsubscribe = row.newsFrom === null ? null : await linkOf(institutionId, row.id);
  if (unsubscribe === undefined) return { is: 'refused', why: noLink };
  try {
    return await provider.send({
      ...{ settings, key: keyOf(institutionId, row.id), to: row.recipient },
      ...{ subject: row.subject, text: withLink(row, unsubscribe), unsubscribe, isWindowOpen: row.isWindowOpen },
      template: row.template,
    });
  } catch {
    return { is: 'unknown', why: 'Sending was interrupted by a fault of the product.' };
  }
}
