import { sql, type SQL } from 'drizzle-orm';
import { query, type Db, type Tx } from '../database.ts';
import { checkCredit } from './credit.ts';
import { pricedFrom, queueMessages, rowsFrom, type Outgoing, type OutgoingChannel } from './queue.ts';

interface VisitorEvent {
  /** What the person just asked for and waits for: sent in quiet hours too. */
  isAwaited?: boolean;
}

/**
 * All that somebody who isn't signed in can cause to be sent. Their texts name the school, a number and a code, and
 * nothing that a visitor typed: docs/security-tests.md, "What a visitor can cause to be sent".
 */
export const visitorEvents = {
  'admissions.code': { isAwaited: true },
  'admissions.application': {},
  'accounts.reset': { isAwaited: true },
  'orders.paid': { isAwaited: true },
  'contact.balance': { isAwaited: true },
  'contact.result': { isAwaited: true },
  'contact.stop': { isAwaited: true },
  'contact.wrongNumber': { isAwaited: true },
} as const satisfies Record<string, VisitorEvent>;

/** To one number or address, by one institution. */
export const mostToOne = { hour: 3, day: 6 };
/** To contacts that nobody at the school has entered, by one institution within 24 hours. */
const mostToUnconfirmed: Record<OutgoingChannel, number> = { sms: 500, whatsapp: 500, email: 2000 };

type VisitorOutcome = 'queued' | 'too many to one' | 'too many' | 'no credit';

interface VisitorMessage extends Omit<Outgoing, 'event' | 'isUrgent'> {
  event: keyof typeof visitorEvents;
  /** Asked on a device on which the account has signed in: strangers can't use up its turns. */
  isKnownDevice?: boolean;
}

/** The one way to send what a visitor causes: within the limits and the credit, otherwise not at all. */
export async function queueForVisitor(
  tx: Tx,
  institutionId: number,
  { isKnownDevice = false, ...message }: VisitorMessage,
): Promise<VisitorOutcome> {
  const { channel, recipient, event } = message;
  const contact = isKnownDevice
    ? 'device'
    : message.accountId || (await isConfirmed(tx, institutionId, recipient))
      ? 'confirmed'
      : 'unconfirmed';
  // Two requests at once count each other.
  await tx.execute(sql`select pg_advisory_xact_lock(${institutionId}, hashtext(${recipient}))`);
  const sent = await sentBefore(tx, institutionId, { channel, recipient, isKnownDevice });
  if (isOver(sent)) return 'too many to one';
  if (contact === 'unconfirmed' && sent.unconfirmed >= mostToUnconfirmed[channel]) return 'too many';
  const { isAwaited = false }: VisitorEvent = visitorEvents[event];
  if (!(await isAffordable(tx, institutionId, message))) return 'no credit';
  const [id] = await queueMessages(tx, institutionId, [{ ...message, isUrgent: isAwaited }]);
  await tx.execute(
    sql`update outbox set visitor_contact = ${contact} where institution_id = ${institutionId} and id = ${id}`,
  );
  return 'queued';
}

const isOver = ({ hour, day }: { hour: number; day: number }) => hour >= mostToOne.hour || day >= mostToOne.day;

/** Whether the mailbox or number may get another message now. */
export const hasTurn = async (
  tx: Tx,
  institutionId: number,
  to: Pick<Outgoing, 'channel' | 'recipient'>,
): Promise<boolean> => !isOver(await sentBefore(tx, institutionId, { ...to, isKnownDevice: false }));

/**
 * A contact is confirmed if it stands on the record of a student, guardian or employee: staff wrote it there, or
 * admitted the applicant who did.
 */
async function isConfirmed(db: Db, institutionId: number, contact: string): Promise<boolean> {
  const [found] = await query<{ known: boolean }>(
    db,
    sql`select ${isOnARecord(sql`${institutionId}::int`, sql`${contact}::text`)} as known`,
  );
  return found!.known;
}

export const isOnARecord = (institution: SQL, contact: SQL): SQL =>
  sql`(${sql.join(
    ['guardians', 'students', 'employees'].map(
      (table) => sql`exists (select from ${sql.raw(table)} p where p.institution_id = ${institution}
        and p.merged_into_id is null and (p.mobile = ${contact} or p.phone = ${contact}
          or ${sql.raw(table === 'guardians' ? 'p.email' : 'lower(p.email)')} = ${contact}))`,
    ),
    sql` or `,
  )})`;

async function sentBefore(
  tx: Tx,
  institutionId: number,
  { channel, recipient, isKnownDevice }: { channel: OutgoingChannel; recipient: string; isKnownDevice: boolean },
) {
  const mailbox = (text: SQL) => sql`lower(regexp_replace(${text}, '\\+[^@]*@', '@'))`;
  const [sent] = await query<{ hour: number; day: number; unconfirmed: number }>(
    tx,
    sql`select one.hour, one.day, (select count(*)::int from outbox where institution_id = ${institutionId} and channel = ${channel}
          and visitor_contact = 'unconfirmed' and created_at > now() - interval '1 day') as unconfirmed
      from (select count(*) filter (where created_at > now() - interval '1 hour')::int as hour, count(*)::int as day from outbox
        where institution_id = ${institutionId} and ${mailbox(sql`recipient`)} = ${mailbox(sql`${recipient}::text`)}
          and visitor_contact is not null and (visitor_contact = 'device') = ${isKnownDevice}
          and created_at > now() - interval '1 day') one`,
  );
  return sent!;
}

/** Whether the balance and the month's budget cover it. What has no price costs nothing that is known. */
async function isAffordable(tx: Tx, institutionId: number, message: Outgoing) {
  const { channel } = message;
  if (channel === 'email') return true;
  const [priced] = await query<{ price: string | null; state: string }>(
    tx,
    sql`select p.price::text, p.state from (${pricedFrom(institutionId, rowsFrom(institutionId, [message]))}) p`,
  );
  if (!priced?.price || priced.state !== 'queued') return true;
  return (await checkCredit(tx, institutionId, { [channel]: Number(priced.price) })).verdict === 'fine';
}
