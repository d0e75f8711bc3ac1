import type { Outcome } from '#kernel/messages/providers/provider.ts';
import type { MailPage } from '../mail/mails.ts';
import type { ClaimedMessage } from './claim.ts';
import type { OpenProvider } from './settings.ts';
import { noLink, withLink, type UnsubscribeLink } from './unsubscribe-link.ts';

/** The same at every attempt, so that a provider recognises a message that it has. */
export const keyOf = (institutionId: number, outboxId: number): string => `akada-${institutionId}-${outboxId}`;

const threadOf = (institutionId: number, { thread }: ClaimedMessage) => thread && `akada-${institutionId}-${thread}`;

/** Hands one message to a provider. A fault of ours counts as if nobody knew, because it may have gone out. */
export async function attempt(
  institutionId: number,
  { provider, settings, school }: OpenProvider,
  row: ClaimedMessage,
  { linkOf, pageOf }: { linkOf: UnsubscribeLink; pageOf: MailPage },
): Promise<Outcome> {
  if (row.body.length > provider.longest)
    return { is: 'refused', why: `${provider.label} accepts texts of up to ${provider.longest} characters.` };
  const unsubscribe = row.newsFrom === null ? null : await linkOf(institutionId, row.id);
  if (unsubscribe === undefined) return { is: 'refused', why: noLink };
  const text = withLink(row, unsubscribe);
  try {
    const mail =
      provider.channel === 'email'
        ? {
            html: await pageOf(institutionId, school, text),
            replyTo: school.email,
            thread: threadOf(institutionId, row),
          }
        : {};
    return await provider.send({
      settings,
      key: keyOf(institutionId, row.id),
      to: row.recipient,
      ...mail,
      subject: row.subject,
      text,
      unsubscribe,
      isWindowOpen: row.isWindowOpen,
      template: row.template,
    });
  } catch {
    return { is: 'unknown', why: 'Sending was interrupted by a fault of the product.' };
  }
}
