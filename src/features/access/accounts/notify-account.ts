import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { sessions } from '#kernel/identity.schema.ts';
import { notify } from '#kernel/notify.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { enterInstitutionsOf, type Visit } from './sign-in/open-session.ts';

interface AccountNotice {
  what: 'password' | 'secondFactor' | 'newDevice' | 'contact';
  title: string;
  body: string;
}

/** Notifies a user of a change to their account, in one of their institutions. Does nothing if there is none. */
export async function notifyAccount(tx: Tx, accountId: number, institutionId: number | undefined, told: AccountNotice) {
  if (institutionId === undefined) return;
  const { what, title, body } = told;
  await notify(tx, { institutionId, to: [accountId], kind: `security.${what}`, title, body, href: '/account' });
}

/**
 * The same in the product, by e-mail and by SMS. Users must learn of an administrator's changes to their account even
 * if someone else has taken it over.
 */
export async function notifyAndMessage(
  tx: Tx,
  account: { id: number; email: string | null; phone: string | null },
  institutionId: number,
  told: AccountNotice,
): Promise<void> {
  await notifyAccount(tx, account.id, institutionId, told);
  await sendMessage(tx, account, institutionId, told.title, told.body);
}

/** By e-mail and by SMS. */
export async function sendMessage(
  tx: Tx,
  account: { id: number; email: string | null; phone: string | null },
  institutionId: number,
  title: string,
  body: string,
): Promise<void> {
  const channels = [
    { channel: 'email' as const, recipient: account.email },
    { channel: 'sms' as const, recipient: account.phone },
  ];
  await queueMessages(
    tx,
    institutionId,
    channels.flatMap(({ channel, recipient }) =>
      recipient
        ? [
            {
              channel,
              recipient,
              subject: title,
              body: `${title}. ${body}`,
              event: 'accounts.security',
              accountId: account.id,
            },
          ]
        : [],
    ),
  );
}

/** The same before sign-in. */
export async function notifySignedOut(tx: Tx, accountId: number, told: AccountNotice): Promise<void> {
  const [institutionId] = await enterInstitutionsOf(tx, accountId);
  await notifyAccount(tx, accountId, institutionId, told);
}

export const wasItYou = 'If this wasn’t you, change your password now and tell your ICT administrator.';

/** Notifies of a sign-in on a kind of device the account has not used before. Call it before opening the session. */
export async function notifyOfNewDevice(tx: Tx, accountId: number, visit: Visit): Promise<void> {
  const [seen] = await tx
    .select({
      known: sql<boolean>`count(${sessions.device}) > 0`,
      here: sql<boolean>`coalesce(bool_or(${sessions.device} = ${visit.device}), false)`,
    })
    .from(sessions)
    .where(eq(sessions.accountId, accountId));
  if (!seen?.known || seen.here) return;
  const [institutionId] = await enterInstitutionsOf(tx, accountId);
  await notifyOfDevice(tx, accountId, institutionId, visit);
}

/** Notifies of a sign-in on a new device, in an institution of the account. */
export const notifyOfDevice = (tx: Tx, accountId: number, institutionId: number | undefined, { device }: Visit) =>
  notifyAccount(tx, accountId, institutionId, {
    what: 'newDevice',
    title: `You signed in on a new device: ${device}`,
    body: wasItYou,
  });
