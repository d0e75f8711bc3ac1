import { sql, type SQL } from 'drizzle-orm';
import type { MessageChannel } from './audience-labels.ts';

export interface AudienceOptions {
  channel: MessageChannel;
  purpose: 'service' | 'marketing';
  /** The text names the child: a guardian of several gets a message for each. */
  perChild: boolean;
  /** Text by WhatsApp without a template, which only people who wrote within 24 hours can get. */
  isFree?: boolean;
}

/** How each is reached, and whether wishes forbid it. */
export function reachedBy(
  institutionId: number,
  { channel, purpose, isFree }: Required<Omit<AudienceOptions, 'perChild'>>,
): SQL {
  const wish = (
    of: string,
    address: SQL,
  ) => sql`(select case when bool_or(x.reason = 'bounced') then 'bounced' when bool_or(x.blocks = 'everything') then 'blocked'
    when ${purpose === 'marketing' ? sql`bool_or(x.blocks = 'marketing')` : sql`false`} then 'opted_out' end from contact_wishes x
    where x.institution_id = ${institutionId} and x.address = ${address} and x.channel = ${of} and x.ended_at is null)`;
  const number = sql`case when phone like '+%' then phone end`;
  const accountOf = (column: string) => sql`(select m.account_id from memberships m
    join accounts a on a.id = m.account_id and a.disabled_at is null
    where m.institution_id = ${institutionId} and m.suspended_at is null
      and m.${sql.identifier(column)} = p.${sql.identifier(column)} limit 1)`;
  const account = sql`case p.kind when 'g' then ${accountOf('guardian_id')} when 'e' then ${accountOf('employee_id')}
    else ${accountOf('student_id')} end`;
  return channel === 'first'
    ? firstThatReaches(institutionId, number, account, wish)
    : byOne(channel, number, account, isFree ? freely(institutionId, wish) : wish);
}

/** Without a template, who hasn’t written lately can’t be written to. */
const freely =
  (institutionId: number, wish: Wish): Wish =>
  (of, address) =>
    sql`coalesce(${wish(of, address)}, case when not ${isWindowOpen(institutionId, address)} then 'no_window' end)`;

const isWindowOpen = (institutionId: number, address: SQL) => sql`exists (select from whatsapp_windows o
    where o.institution_id = ${institutionId} and o.address = ${address} and o.open_until > now())`;

/** Free text by WhatsApp arrives: a provider is on, the person wrote lately and doesn't refuse it, and it has a price if any has. */
const takesWhatsApp = (institutionId: number, number: SQL, wish: Wish) => sql`(takes_sms
      and exists (select from message_providers o where o.institution_id = ${institutionId} and o.channel = 'whatsapp' and o.is_on)
      and ${isWindowOpen(institutionId, number)} and ${wish('whatsapp', number)} is null
      and (not exists (select from message_prices o where o.institution_id = ${institutionId} and o.channel = 'whatsapp')
        or exists (select from akada_price_of(${institutionId}::int, 'whatsapp', ${number}))))`;

type Wish = (of: string, address: SQL) => SQL;

const byOne = (channel: Exclude<MessageChannel, 'first'>, number: SQL, account: SQL, wish: Wish) => {
  const isPhone = channel === 'sms' || channel === 'whatsapp';
  const address = channel === 'notice' ? sql`${account}::text` : channel === 'email' ? sql`email` : number;
  const none = isPhone ? 'no_number' : channel === 'email' ? 'no_email' : 'no_account';
  return sql`
  way as materialized (select p.*, ${channel}::text as channel, ${address} as address from person p),
  wished as materialized (
    select w.*, case when ${isPhone ? sql`not takes_sms` : sql`false`} then 'no_sms' when address is null then ${none}
      ${channel === 'notice' ? sql`` : sql`else ${wish(channel, sql`w.address`)}`} end as reason
    from way w)`;
};

/** A notice in the product costs nothing and stays; then e-mail; then WhatsApp for those who wrote lately; then SMS. */
const firstThatReaches = (institutionId: number, number: SQL, account: SQL, wish: Wish) => sql`
  way as materialized (
    select p.*, ${account}::text as account, ${number} as number, ${wish('email', sql`p.email`)} as no_email,
      ${wish('sms', sql`${number}`)} as no_sms, ${takesWhatsApp(institutionId, number, wish)} as takes_whatsapp
    from person p),
  wished as materialized (
    select w.*,
      case when account is not null then 'notice' when email is not null and no_email is null then 'email'
        when takes_whatsapp then 'whatsapp' else 'sms' end as channel,
      case when account is not null then account when email is not null and no_email is null then email else number end as address,
      case when account is not null or email is not null and no_email is null or takes_whatsapp then null
        when number is null then coalesce(no_email, 'no_way') when not takes_sms then 'no_sms' else no_sms end as reason
    from way w)`;
