import { sql, and, eq, inArray, type SQL } from 'drizzle-orm';
import { whatsappNetwork } from '#kernel/messages/queue.ts';
import { chosenPeople } from './audience-needs.ts';
import { reachedBy, type AudienceOptions } from './channels.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Audience } from './audience.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from '../groups/groups.list.ts';
import { messageGroups } from '../messages.schema.ts';

export type { AudienceOptions };

const nobody = sql`select null::text as kind, null::bigint as guardian_id, null::bigint as employee_id, null::bigint as student_id,
  null::text as sort_name, null::text as name, null::text as phone, null::text as email, true as takes_sms, true as shows_contact
  where false`;

/**
 * Everyone whom an audience chooses, as the expressions of a `with` whose last is `reached`, one row for each message:
 * `key`, `kind`, `guardian_id`, `employee_id`, `student_id` (whom it is about, or to), `children`, `account_id`, `channel`,
 * `address`, `network`, `unit` (the price of a part, or of a message by WhatsApp), `reason` (a key of leftOutWords, null for recipients),
 * `duplicate_of`, `shows_contact` and `is_ticked`. Set-based: no row is loaded into the process.
 */
export async function audienceQuery(
  db: Db,
  actor: Actor,
  institutionId: number,
  audience: Audience,
  { channel, purpose, perChild, isFree = false }: AudienceOptions,
): Promise<SQL> {
  const plain = await plainAudiences(db, actor, institutionId, audience);
  const ways = plain.map((one) => chosenPeople(actor, institutionId, one)).filter((way) => way !== null);
  const chosen = ways.length ? sql.join(ways, sql` union `) : nobody;
  const person = sql`kind || coalesce(guardian_id, employee_id, student_id)`;
  const key = perChild
    ? sql`${person} || case when kind = 'g' then coalesce('s' || student_id, '') else '' end`
    : person;
  return sql`
  chosen as materialized (${chosen}),
  person as materialized (${perChild ? eachChild(key) : once(key)}),
  ${reachedBy(institutionId, { channel, purpose, isFree })},
  ${priced(institutionId, audience, perChild, person)}`;
}

const eachChild = (key: SQL) =>
  sql`select distinct on (1) ${key} as key, c.*, 1 as children from chosen c order by 1, takes_sms desc`;

/** A guardian of several children once, for the first of them who lets SMS through. */
const once = (key: SQL) => sql`
  select distinct on (1) ${key} as key, c.*, count(*) over (partition by ${key}) as children from chosen c
  order by 1, takes_sms desc, student_id`;

/**
 * Who was taken out, who has the address of another, and what a part costs: the prices of the distinct beginnings of the
 * numbers, of which there are few.
 */
function priced(institutionId: number, { without, only }: Audience, perChild: boolean, person: SQL): SQL {
  const isIn = (keys: string[]) =>
    sql`(key = any (${sql.param(keys)}::text[]) or ${person} = any (${sql.param(keys)}::text[]))`;
  const isTicked = only ? isIn(only) : without.length ? sql`not ${isIn(without)}` : sql`true`;
  const among = perChild ? sql`channel, address, coalesce(student_id, 0)` : sql`channel, address`;
  // Somebody who was taken out doesn't get it, so the next person with the number does.
  const isPicked = only !== undefined || without.length > 0;
  const byTicks = (whole: SQL, ticked: SQL) =>
    isPicked ? sql`case when is_ticked then ${ticked} else ${whole} end` : whole;
  const isSecond = byTicks(sql`row_number() over same > 1`, sql`row_number() over ticked > 1`);
  const first = byTicks(sql`first_value(name) over same`, sql`first_value(name) over ticked`);
  const ticked = isPicked
    ? sql`, ticked as (partition by why is null, is_ticked, ${among} order by sort_name, key)`
    : sql``;
  return sql`
  ${byBeginning(institutionId, 'sms')}, ${byBeginning(institutionId, 'whatsapp')},
  costed as materialized (
    select w.*, case channel when 'sms' then ${costBy('sms')} when 'whatsapp' then ${costBy('whatsapp')} end as cost,
      case channel when 'sms' then (select length from sms_longest) when 'whatsapp' then (select length from whatsapp_longest) end
        is not null as is_priced,
      ${isTicked} as is_ticked
    from wished w),
  judged as materialized (
    select c.*, case when reason is not null then reason when is_priced and cost is null then 'no_price' end as why from costed c),
  reached as materialized (
    select key, kind, guardian_id, employee_id, student_id, sort_name, name, children, channel, address, shows_contact, is_ticked,
      case channel when 'notice' then address::bigint end as account_id,
      case channel when 'whatsapp' then ${whatsappNetwork} else cost ->> 0 end as network, (cost ->> 1)::bigint as unit,
      coalesce(why, case when is_second then 'duplicate' when not is_ticked then 'taken_out' end) as reason,
      case when why is null and is_second then first_name end as duplicate_of
    from (
      select *, ${isSecond} as is_second, ${first} as first_name from judged
      window same as (partition by why is null, ${among} order by sort_name, key)${ticked}) ranked)`;
}

type PricedChannel = 'sms' | 'whatsapp';

/** The prices of a channel by the distinct beginnings of its numbers. Without any price there is no longest beginning. */
function byBeginning(institutionId: number, channel: PricedChannel): SQL {
  const [longest, beginnings] = [sql.raw(`${channel}_longest`), sql.raw(`${channel}_beginnings`)];
  return sql`${longest} as materialized (
    select max(length(prefix)) as length from message_prices where institution_id = ${institutionId} and channel = ${channel}),
  ${beginnings} as materialized (
    select jsonb_object_agg(b.start, jsonb_build_array(q.network, q.price)) as map
    from (select distinct left(address, (select length from ${longest})) as start from wished
      where channel = ${channel} and reason is null and (select length from ${longest}) is not null) b
    cross join lateral akada_price_of(${institutionId}::int, ${channel}, b.start) q)`;
}

const costBy = (channel: PricedChannel): SQL =>
  sql.raw(`(select map from ${channel}_beginnings) -> left(address, (select length from ${channel}_longest))`);

/** What an audience consists of: itself, or the rules of its groups, which the actor must see. */
async function plainAudiences(db: Db, actor: Actor, institutionId: number, { of, by }: Audience) {
  if (of !== 'groups') return [{ of, by }];
  const ids = by.flatMap((rule) => (rule.kind === 'group' ? rule.ids : []));
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: messageGroups.id, audience: messageGroups.audience })
    .from(messageGroups)
    .where(
      and(
        eq(messageGroups.institutionId, institutionId),
        visibleTo(actor, institutionId),
        inArray(messageGroups.id, ids),
      ),
    );
  if (found.length < new Set(ids).size) throw new NotFound('group');
  return found.map(({ audience }) => audience);
}
