import { query } from '#kernel/database.ts';
import { unsubscribeCode } from '#kernel/messages/unsubscribe-code.ts';
import type { ClaimedMessage } from './claim.ts';
import type { SenderServices } from './settings.ts';

/** The address where the recipient of a message refuses marketing; undefined if nobody knows our public address. */
export type UnsubscribeLink = (institutionId: number, outboxId: number) => Promise<string | undefined>;

export const noLink =
  'Marketing needs a link to unsubscribe, and Akada doesn’t know its public address yet. Set it under Settings, Public address.';

const readEvery = 60_000;

/** Our public address; null if nobody knows it. */
type PublicOrigin = () => Promise<string | null>;

export function publicOrigin({ database, environment }: SenderServices): PublicOrigin {
  let known: { origin: string | null; readAt: number } | undefined;

  return async () => {
    if (environment?.publicUrl) return environment.publicUrl;
    if (known?.origin && performance.now() - known.readAt < readEvery) return known.origin;
    const [row] = await database.anonymous(
      (tx) => query<{ origin: string | null }>(tx)`select akada_addresses() ->> 'publicUrl' as origin`,
    );
    known = { origin: row!.origin, readAt: performance.now() };
    return known.origin;
  };
}

export function unsubscribeLinks({ secret }: SenderServices, origin: PublicOrigin): UnsubscribeLink {
  return async (institutionId, outboxId) => {
    const base = await origin();
    return base ? `${base}/unsubscribe/${unsubscribeCode(secret, { institutionId, outboxId })}` : undefined;
  };
}

/** The text as it is sent: what is stored stays as it was composed. */
export const withLink = ({ body, newsFrom }: ClaimedMessage, link: string | null): string =>
  link ? `${body.trimEnd()}\n\n-- \nNo more news from ${newsFrom} by e-mail: ${link}\n` : body;
