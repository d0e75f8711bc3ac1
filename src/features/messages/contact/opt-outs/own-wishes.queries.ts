import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';

export interface OwnWish {
  institutionId: number;
  channel: 'sms' | 'email';
  /** The number or address on the person's own record. */
  address: string;
  hasMarketing: boolean;
  /** Nothing at all is sent. */
  isBlocked: boolean;
}

/** The numbers and addresses of the actor's own records, with what is sent to them. */
export async function ownWishes(db: Db, actor: Actor): Promise<OwnWish[]> {
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
  return query<OwnWish>(
    db,
    sql`select distinct p.institution_id as "institutionId", c.channel, c.address,
        not exists (select ${wishOf('marketing')}) as "hasMarketing", exists (select ${wishOf('everything')}) as "isBlocked"
      from (${one('students', 's')} union ${one('guardians', 'g')} union ${one('employees', 'e')}) p
      cross join lateral (values ('sms', p.number), ('email', p.email)) c(channel, address)
      where c.address is not null order by 1, 2 desc, 3`,
  );
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
