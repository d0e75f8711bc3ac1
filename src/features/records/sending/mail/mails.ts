import { appKeyOf } from '#kernel/secrets/app-key.ts';
import type { SendingSchool, SenderServices } from '../sender/settings.ts';
import { publicOrigin, unsubscribeLinks, type UnsubscribeLink } from '../sender/unsubscribe-link.ts';
import { mailDrawer } from './mail-html.ts';

/** Draws the text of an e-mail as a page of its school. */
export type MailPage = (institutionId: number, school: SendingSchool, text: string) => Promise<string>;

/** What makes e-mails of the outbox’s rows. */
export function openMails(services: SenderServices): { linkOf: UnsubscribeLink; pageOf: MailPage } {
  const origin = publicOrigin(services);
  const draw = mailDrawer();
  const pageOf: MailPage = async (institutionId, { name, accent, logoFileId }, text) => {
    const base = logoFileId === null ? null : await origin();
    // Mail programs load no pictures over HTTP.
    const logo = base?.startsWith('https:')
      ? `${base}/app/${appKeyOf(services.secret, institutionId)}/icon-192.png?v=${logoFileId}`
      : null;
    return draw({ name, accent, logo }, text);
  };
  return { linkOf: unsubscribeLinks(services, origin), pageOf };
}
