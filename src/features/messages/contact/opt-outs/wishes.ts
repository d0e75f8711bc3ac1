import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can, membershipIn, allow, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { NotFound, ValidationError, Conflict } from '#kernel/errors.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { choice, email, id, line, optionalLine } from '#kernel/schemas.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { sourceLabels, blockLabels, wishChannels, wishReasons } from './opt-out-labels.ts';
import { phoneExample, readPhone } from '#kernel/phone.ts';

export const ChooseNews = z.object({
  institution_id: id,
  channel: choice({ sms: 'SMS', email: 'E-mail' }),
  address: z.union([z.string().regex(/^\+\d{8,15}$/), email]),
  wants: z.enum(['yes', 'no']),
});

/** Switches marketing to an own number or address on or off. What the school must say is not asked about. */
export async function chooseNews(tx: Tx, actor: Actor, input: z.output<typeof ChooseNews>): Promise<void> {
  const { institution_id: institutionId, channel, address, wants } = input;
  const own = (await ownWishes(tx, actor)).find(
    (wish) => wish.institutionId === institutionId && wish.channel === channel && wish.address === address,
  );
  if (!own) throw new NotFound('number or address');
  if (own.isBlocked)
    throw new ValidationError('address', 'Nothing is sent to it at the moment. Ask the school office.');
  const changed = await query(
    tx,
    wants === 'no'
      ? sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by, account_id)
          values (${institutionId}, ${channel}, ${address}, 'marketing', 'opted_out', 'person', ${actor.accountId})
          on conflict do nothing returning id`
      : sql`update contact_wishes set ended_at = now(), ended_by = ${actor.accountId} where institution_id = ${institutionId}
          and channel = ${channel} and address = ${address} and blocks = 'marketing' and ended_at is null returning id`,
  );
  if (changed.length === 0) return;
  if (wants === 'no') await stopWaiting(tx, institutionId, { channel, addresses: [address], blocks: 'marketing' });
  await record(tx, actor, wants === 'no' ? 'contact.stop' : 'contact.start', {
    institutionId,
    summary: `${wants === 'no' ? 'refused' : 'asked for'} news by ${channel === 'sms' ? 'SMS' : 'e-mail'}`,
  });
}

interface Found {
  institutionId: number;
  channel: keyof typeof wishChannels;
  address: string;
  blocks: keyof typeof blockLabels | null;
  reason: keyof typeof wishReasons | null;
  saidBy: keyof typeof sourceLabels | null;
  account: string | null;
  since: string | null;
}

/** What a person gets by a channel. */
export interface PersonWish extends Pick<Found, 'institutionId' | 'channel' | 'blocks' | 'reason' | 'since'> {
  /** Null for users who don't see numbers and addresses. */
  address: string | null;
  by: string | null;
  /** Whether the actor can see and end opt-outs. */
  canChange: boolean;
}

/** The wishes of a person by channel: those of the number and e-mail address on the record. */
export async function personWishes(db: Db, actor: Actor, { table, visibleTo }: PersonKind, personId: number) {
  const rows = await query<Found>(db)`
    select p.institution_id as "institutionId", c.channel, c.address, w.blocks, w.reason, w.said_by as "saidBy", w.account,
      to_jsonb(w.created_at) #>> '{}' as since
    from (select institution_id, coalesce(mobile, phone) as number, lower(email) as email from ${table}
      where ${visibleTo(actor)} and id = ${personId}) p
    cross join lateral (values (1, 'sms', p.number), (2, 'whatsapp', p.number), (3, 'email', p.email)) c(place, channel, address)
    left join lateral (
      select x.*, ${accountNameOf(sql`a.name`, sql`a.username`)} as account from contact_wishes x left join accounts a on a.id = x.account_id
      where x.institution_id = p.institution_id and x.address = c.address and x.channel = c.channel and x.ended_at is null
      order by x.blocks = 'everything' desc, x.id offset 0) w on true
    where c.address is not null and (c.channel <> 'whatsapp' or w.id is not null)
    order by c.place`;
  // Of two wishes for a channel the wider one comes first.
  return [...Map.groupBy(rows, ({ channel }) => channel).values()].map(([first]) => shownTo(actor, first!));
}

function shownTo(actor: Actor, { address, account, saidBy, ...row }: Found): PersonWish {
  const may = (...permissions: Parameters<typeof can>[1][]) =>
    permissions.some((permission) => can(actor, permission, row.institutionId));
  return {
    ...row,
    address: may('contact.wishes', 'messages.view', 'outbox.view') ? address : null,
    by: account ?? (saidBy && sourceLabels[saidBy]),
    canChange: may('contact.wishes'),
  };
}

interface OwnWish {
  institutionId: number;
  channel: 'sms' | 'email';
  /** The number or address on the person's own record. */
  address: string;
  hasMarketing: boolean;
  /** Nothing at all is sent. */
  isBlocked: boolean;
}

/** The numbers and addresses of the actor's own records, with what is sent to them. */
async function ownWishes(db: Db, actor: Actor): Promise<OwnWish[]> {
  const own = actor.institutions.flatMap(({ id, studentIds, guardianIds, employeeIds }) => [
    ...studentIds.map((person) => ({ at: id, kind: 's', person })),
    ...guardianIds.map((person) => ({ at: id, kind: 'g', person })),
    ...employeeIds.map((person) => ({ at: id, kind: 'e', person })),
  ]);
  if (own.length === 0) return [];
  const one = (table: string, kind: string) => sql`
    select p.institution_id, coalesce(p.mobile, p.phone) as number, lower(p.email) as email
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as o(at int, kind text, person bigint)
    join ${sql.identifier(table)} p on (p.institution_id, p.id) = (o.at, o.person) where o.kind = ${kind} and p.merged_into_id is null`;
  return query<OwnWish>(db)`select distinct p.institution_id as "institutionId", c.channel, c.address,
      not exists (select ${wishOf('marketing')}) as "hasMarketing", exists (select ${wishOf('everything')}) as "isBlocked"
    from (${one('students', 's')} union ${one('guardians', 'g')} union ${one('employees', 'e')}) p
    cross join lateral (values ('sms', p.number), ('email', p.email)) c(channel, address)
    where c.address is not null order by 1, 2 desc, 3`;
}

const wishOf = (
  blocks: OwnWishBlocks,
) => sql`from contact_wishes w where w.institution_id = p.institution_id and w.channel = c.channel
  and w.address = c.address and w.blocks = ${blocks} and w.ended_at is null`;
type OwnWishBlocks = 'marketing' | 'everything';

/** For the page: by institution. */
export async function ownWishesProps(db: Db, actor: Actor) {
  const wishes = await ownWishes(db, actor);
  return {
    schools: [...Map.groupBy(wishes, ({ institutionId }) => institutionId)].map(([id, all]) => ({
      id,
      name: membershipIn(actor, id)!.name,
      wishes: all.map(({ channel, address, hasMarketing, isBlocked }) => ({
        channel,
        address,
        hasMarketing,
        isBlocked,
      })),
    })),
  };
}

const { bounced: _, ...reasons } = wishReasons;

export const AddWish = z.object({
  institution_id: id,
  channel: choice(wishChannels),
  address: line(200, 'The number or e-mail address'),
  blocks: choice(blockLabels),
  reason: choice(reasons),
  note: optionalLine(200, 'The note'),
});

/** Blocks a number or e-mail address by hand. What waits for it is stopped, and what was sent stays as it is. */
export async function addWish(tx: Tx, actor: Actor, input: z.output<typeof AddWish>): Promise<string> {
  const { institution_id: institutionId, channel, blocks, reason, note } = input;
  allow(actor, 'contact.wishes', institutionId);
  const address = await addressIn(tx, institutionId, input);
  const [wider] = await query(
    tx,
    sql`select 1 from contact_wishes where institution_id = ${institutionId} and address = ${address}
      and channel = ${channel} and blocks in ('everything', ${blocks}) and ended_at is null limit 1`,
  );
  const [made] = wider
    ? []
    : await query<{ id: number }>(tx)`
      insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by, note, account_id)
        values (${institutionId}, ${channel}, ${address}, ${blocks}, ${reason}, 'staff', ${note}, ${actor.accountId})
        on conflict do nothing returning id`;
  if (!made) throw new ValidationError('address', `${address} already has this opt-out.`);
  const stopped = await stopWaiting(tx, institutionId, { channel, addresses: [address], blocks });
  await record(tx, actor, 'contact.block', {
    institutionId,
    summary: `added an opt-out from ${blocks === 'everything' ? 'everything' : 'marketing'} by ${wishChannels[channel]}`,
    subject: { type: 'contact_wish', id: Number(made.id) },
    details: { stopped },
  });
  return address;
}

async function addressIn(
  tx: Tx,
  institutionId: number,
  { channel, address }: Pick<z.output<typeof AddWish>, 'channel' | 'address'>,
): Promise<string> {
  if (channel === 'email') {
    const read = email.safeParse(address);
    if (!read.success) throw new ValidationError('address', 'Enter an e-mail address such as name@school.ng.');
    return read.data;
  }
  const [institution] = await query<{ country: string }>(tx)`
    select country_id as country from institutions where id = ${institutionId}`;
  const phone = readPhone(address, institution!.country);
  if (!phone)
    throw new ValidationError('address', `Enter a phone number such as ${phoneExample(institution!.country)}.`);
  return phone;
}

/** From now on messages go to the number or address again. What was stopped stays stopped. */
export async function endWish(tx: Tx, actor: Actor, id: number): Promise<string> {
  const seen = institutionsWhere(actor, 'contact.wishes');
  const [wish] = await query<{ institutionId: number; address: string; isEnded: boolean }>(tx)`
    select institution_id as "institutionId", address, ended_at is not null as "isEnded" from contact_wishes
    where institution_id = any (${sql.param(seen)}::int[]) and id = ${id} for update`;
  if (!wish) throw new NotFound('opt-out');
  const { institutionId, address } = wish;
  allow(actor, 'contact.wishes', institutionId);
  if (wish.isEnded) throw new Conflict('This opt-out has already ended.');
  await tx.execute(sql`update contact_wishes set ended_at = now(), ended_by = ${actor.accountId}
    where institution_id = ${institutionId} and id = ${id}`);
  await record(tx, actor, 'contact.unblock', {
    institutionId,
    summary: 'ended an opt-out',
    subject: { type: 'contact_wish', id },
  });
  return address;
}
