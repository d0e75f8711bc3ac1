import { sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { saidByWords, type blockWords, type wishChannels, type wishReasons } from './wish-words.ts';

interface Found {
  institutionId: number;
  channel: keyof typeof wishChannels;
  address: string;
  blocks: keyof typeof blockWords | null;
  reason: keyof typeof wishReasons | null;
  saidBy: keyof typeof saidByWords | null;
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
export async function personWishes(
  db: Db,
  actor: Actor,
  { table, visibleTo }: PersonKind,
  personId: number,
): Promise<PersonWish[]> {
  const rows = await query<Found>(
    db,
    sql`select p.institution_id as "institutionId", c.channel, c.address, w.blocks, w.reason, w.said_by as "saidBy", w.account,
        to_jsonb(w.created_at) #>> '{}' as since
      from (select institution_id, coalesce(mobile, phone) as number, lower(email) as email from ${table}
        where ${visibleTo(actor)} and id = ${personId}) p
      cross join lateral (values (1, 'sms', p.number), (2, 'whatsapp', p.number), (3, 'email', p.email)) c(place, channel, address)
      left join lateral (
        select x.*, ${accountNameOf(sql`a.name`, sql`a.username`)} as account from contact_wishes x left join accounts a on a.id = x.account_id
        where x.institution_id = p.institution_id and x.address = c.address and x.channel = c.channel and x.ended_at is null
        order by x.blocks = 'everything' desc, x.id offset 0) w on true
      where c.address is not null and (c.channel <> 'whatsapp' or w.id is not null)
      order by c.place`,
  );
  // Of two wishes for a channel the wider one comes first.
  return [...Map.groupBy(rows, ({ channel }) => channel).values()].map(([first]) => shownTo(actor, first!));
}

function shownTo(actor: Actor, { address, account, saidBy, ...row }: Found): PersonWish {
  const may = (...permissions: Parameters<typeof can>[1][]) =>
    permissions.some((permission) => can(actor, permission, row.institutionId));
  return {
    ...row,
    address: may('contact.wishes', 'messages.view', 'outbox.view') ? address : null,
    by: account ?? (saidBy && saidByWords[saidBy]),
    canChange: may('contact.wishes'),
  };
}
