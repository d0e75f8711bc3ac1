import { sql, type SQL } from 'drizzle-orm';
import { query, type Db, type Tx } from '../database.ts';
import { wakeOnCommit } from '../look-for-work.ts';
import type { FilledTemplate } from './providers/provider.ts';

export type OutgoingChannel = 'sms' | 'email' | 'whatsapp';

/** One message to one recipient. */
export interface Outgoing {
  channel: OutgoingChannel;
  /** E.164, or an e-mail address. */
  recipient: string;
  subject?: string | null;
  body: string;
  /** What it is written for: 'accounts.reset'. */
  event: string;
  /** The recipient's account; decides who may read the message. */
  accountId?: number | null;
  /** The kind of link or code in the body. */
  keyKind?: 'invitation' | 'reset' | 'order' | 'application' | null;
  applicationId?: number | null;
  guardianId?: number | null;
  employeeId?: number | null;
  /** The student it is about, or the recipient if neither a guardian nor an employee is named. */
  studentId?: number | null;
  /** What the text reveals, as permissions: needs.ts. */
  needs?: string | null;
  /** Of WhatsApp; the body says what the recipient reads. */
  template?: FilledTemplate | null;
  /** Somebody is waiting for it; links and codes are urgent unless this says otherwise. */
  isUrgent?: boolean;
}

/** What goes out by WhatsApp is counted under this name beside the networks of SMS. */
export const whatsappNetwork = 'WhatsApp';

/** Codes and links that somebody is waiting for are sent first, and in quiet hours too. */
const urgentPriority = 1;
export const normalPriority = 3;

/**
 * Queues messages in the transaction of their event; a job sends them. Nothing leaves the product in another way.
 * Without a provider for its channel a message is kept in the outbox. Numbers that are blocked get nothing.
 */
export async function queueMessages(tx: Tx, institutionId: number, messages: readonly Outgoing[]): Promise<number[]> {
  if (messages.length === 0) return [];
  wakeOnCommit(tx, 'outbox');
  const made = await query<{ id: number }>(
    tx,
    sql`${queueFrom(institutionId, rowsFrom(institutionId, messages))} returning id`,
  );
  return made.map(({ id }) => Number(id));
}

/** What messages would cost. Nothing is written. */
export async function costOfMessages(
  db: Db,
  institutionId: number,
  messages: readonly Outgoing[],
): Promise<{ parts: number; cost: number | null }> {
  const [sum] = await query<{ parts: number; cost: number | null }>(
    db,
    sql`select coalesce(sum(parts), 0)::int as parts,
        case when bool_or(price is null and channel <> 'email') then null else coalesce(sum(price), 0)::float8 end as cost
      from (${pricedFrom(institutionId, rowsFrom(institutionId, messages))}) m`,
  );
  return sum!;
}

/** Links, codes and warnings about accounts, which are the same at every school. */
const saysNoSchool = (event: string) => event.startsWith('accounts.') || event === 'approvals.asked';

/** Messages as the rows that are priced and queued; each says which school writes. */
export function rowsFrom(institutionId: number, messages: readonly Outgoing[]): SQL {
  const rows = messages.map(({ channel, recipient, subject, body, ...of }, at) => ({
    at,
    channel,
    recipient,
    subject: channel === 'email' ? (subject ?? null) : null,
    body,
    event: of.event,
    account_id: of.accountId,
    key_kind: of.keyKind,
    application_id: of.applicationId,
    needs: of.needs,
    guardian_id: of.guardianId,
    employee_id: of.employeeId,
    student_id: of.studentId,
    template: of.template,
    adds_school: saysNoSchool(of.event),
    priority: (of.isUrgent ?? Boolean(of.keyKind)) ? urgentPriority : normalPriority,
  }));
  return sql`select r.at, r.channel, r.recipient, r.subject || coalesce(', ' || i.name, '') as subject,
      coalesce(i.name || ': ', '') || r.body as body, r.event, r.account_id, r.key_kind, r.application_id, r.needs, r.guardian_id,
      r.employee_id, r.student_id, r.priority, r.template
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(at int, adds_school boolean, channel text, recipient text,
    subject text, body text, event text, account_id bigint, key_kind text, application_id bigint, needs text,
    guardian_id bigint, employee_id bigint, student_id bigint, priority smallint, template jsonb)
    left join institutions i on i.id = ${institutionId} and r.adds_school and position(i.name in r.body) = 0`;
}

/** The same for the rows of a query, with the columns above: thousands of messages in one statement. */
export const queueFrom = (institutionId: number, from: SQL): SQL => sql`
    insert into outbox (institution_id, channel, recipient, subject, body, event, account_id, key_kind, application_id,
      needs, guardian_id, employee_id, student_id, priority, template, state, failure, parts, network, price)
    ${pricedFrom(institutionId, from)} order by r.at`;

/** Whether each message would be sent, with its parts and price. Nothing is written. */
export const pricedFrom = (institutionId: number, from: SQL): SQL => sql`
    select ${institutionId}::int as institution_id, r.channel, r.recipient, r.subject, r.body, r.event, r.account_id, r.key_kind, r.application_id,
      r.needs, r.guardian_id, r.employee_id, r.student_id, r.priority, r.template,
      case when b.is_blocked then 'stopped' when p.is_on then 'queued' else 'kept' end as state,
      case when b.is_blocked then 'This number or address is blocked.' end as failure,
      n.parts, case r.channel when 'whatsapp' then ${whatsappNetwork} else c.network end as network,
      coalesce(n.parts, 1) * c.price as price
    from (${from}) r
    cross join lateral (select exists (select from message_providers p
      where p.institution_id = ${institutionId} and p.channel = r.channel and p.is_on) as is_on) p
    cross join lateral (select exists (select from contact_wishes w where w.institution_id = ${institutionId}
      and w.channel = r.channel and w.address = lower(r.recipient) and w.blocks = 'everything' and w.ended_at is null) as is_blocked) b
    cross join lateral (select case r.channel when 'sms' then akada_sms_parts(r.body) end as parts) n
    left join lateral akada_price_of(${institutionId}::int, r.channel, r.recipient) c on true`;

/** The better of two ways to reach somebody: e-mail costs nothing. Null without either. */
export const reachable = (of: {
  email: string | null;
  phone: string | null;
}): Pick<Outgoing, 'channel' | 'recipient'> | null =>
  of.email ? { channel: 'email', recipient: of.email } : of.phone ? { channel: 'sms', recipient: of.phone } : null;
