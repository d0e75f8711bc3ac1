import { sql, type SQL } from 'drizzle-orm';
import type { MessageChannel } from './words.ts';

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
    ? firstThatReaches(number, account, wish)
    : byOne(channel, number, account, isFree ? freely(institutionId, wish) : wish);
}

/** Without a template, who hasn’t written lately can’t be written to. */
const freely =
  (institutionId: number, wish: Wish): Wish =>
  (of, address) => sql`coalesce(${wish(of, address)}, case when not exists (select from whatsapp_windows o
    where o.institution_id = ${institutionId} and o.address = ${address} and o.open_until > now()) then 'no_window' end)`;

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

/** A notice in the product costs nothing and stays; then e-mail, then SMS. */
const firstThatReaches = (number: SQL, account: SQL, wish: Wish) => sql`
  way as materialized (
    select p.*, ${account}::text as account, ${number} as number, ${wish('email', sql`p.email`)} as no_email,
      ${wish('sms', sql`${number}`)} as no_sms
    from person p),
  wished as materialized (
    select w.*,
      case when account is not null then 'notice' when email is not null and no_email is null then 'email' else 'sms' end as channel,
      case when account is not null then account when email is not null and no_email is null then email else number end as address,
      case when account is not null or email is not null and no_email is null then null
        when number is null then coalesce(no_email, 'no_way') when not takes_sms then 'no_sms' else no_sms end as reason
    from way w)`;
