import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { areRecipientsKnown, isSourceVisible } from '#kernel/messages/readable.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { membershipIn, type Actor, namedInstitutions, institutionInView } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, query } from '#kernel/database.ts';
import { viewFields } from '#kernel/list/view-fields.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month.');
export const CostView = z.object({ ...viewFields, month: queryParam(month) });

interface Figures {
  recipients: number;
  parts: number;
  price: number;
  /** SMS and messages by WhatsApp without a price. */
  unpriced: number;
}
type MonthCost = Figures & { month: string };
type MessageCost = Figures & { event: string; messageId: number | null; title: string | null; isOpen: boolean };
type NamedCost = Figures & { name: string | null };

const maxMessagesShown = 100;
const figures = sql`count(*)::int as recipients, coalesce(sum(outbox.parts), 0)::int as parts,
  coalesce(sum(outbox.price), 0)::float8 as price,
  count(*) filter (where outbox.price is null and outbox.channel in ('sms', 'whatsapp'))::int as unpriced`;

/** What was handed to providers in a month, on the institution's clock. */
const inMonth = (institutionId: number, timeZone: string, of: string) => sql`outbox.institution_id = ${institutionId}
  and outbox.sent_at >= (${of} || '-01')::date::timestamp at time zone ${timeZone}
  and outbox.sent_at < ((${of} || '-01')::date + interval '1 month') at time zone ${timeZone}`;

/** What a composed message `m` says, for users who can see what it reveals. */
export const titleFor = (actor: Actor) => sql`case
  when ${isSourceVisible(actor, { institutionId: sql`m.institution_id`, needs: sql`m.needs` })}
  then left(coalesce(nullif(m.subject, ''), m.body), 80) end`;

/** What messages cost: the last twelve months, and one of them by message, department and network. */
export async function messageCosts(
  db: Db,
  actor: Actor,
  { institution_id: wanted, ...view }: z.output<typeof CostView>,
) {
  const institutionId = institutionInView(actor, wanted, 'messages.view');
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const now = new Date().toLocaleDateString('en-CA', { timeZone }).slice(0, 7);
  const shown = view.month ?? now;
  const here = inMonth(institutionId, timeZone, shown);
  const [months, byMessage, departments, networks, [settings]] = await Promise.all([
    query<MonthCost>(db)`
      select to_char(m, 'YYYY-MM') as month, c.* from generate_series((${now} || '-01')::date - interval '11 months',
        (${now} || '-01')::date, interval '1 month') m
      cross join lateral (select ${figures} from outbox where outbox.institution_id = ${institutionId}
        and outbox.sent_at >= m::timestamp at time zone ${timeZone}
        and outbox.sent_at < (m + interval '1 month') at time zone ${timeZone}) c
      order by m desc`,
    bounded(
      maxMessagesShown,
      (limit) =>
        query<MessageCost>(db)`
        select c.event, c.message_id::bigint as "messageId", ${titleFor(actor)} as title, ${areRecipientsKnown(actor, sql`c.message_id`)} as "isOpen",
          c.recipients, c.parts, c.price, c.unpriced
        from (select outbox.event, outbox.message_id, ${figures} from outbox where ${here} group by 1, 2
          order by 5 desc, 3 desc, 1, 2 limit ${limit}) c
        left join messages m on m.institution_id = ${institutionId} and m.id = c.message_id
        order by c.price desc, c.recipients desc, c.event, c.message_id`,
    ),
    query<NamedCost>(db)`
      select name, sum(recipients)::int as recipients, sum(parts)::int as parts, sum(price) as price,
        sum(unpriced)::int as unpriced
      from (select case when c.message_id is not null then ${departmentOf} end as name, c.*
        from (select outbox.message_id, ${figures} from outbox where ${here} group by 1) c
        left join messages m on m.institution_id = ${institutionId} and m.id = c.message_id) d
      group by 1 order by 4 desc, 2 desc, 1`,
    query<NamedCost>(db)`
      select outbox.network as name, ${figures} from outbox where ${here} and outbox.network is not null
      group by 1 order by 4 desc, 2 desc, 1`,
    query<{ budget: number | null }>(db)`
      select budget_month::float8 as budget from message_settings where institution_id = ${institutionId}`,
  ]);
  return {
    institutionId,
    currency,
    month: shown,
    months,
    departments,
    networks,
    messages: byMessage.rows,
    isMore: byMessage.isMore,
    budget: settings?.budget ?? null,
    institutions: namedInstitutions(actor, 'messages.view'),
    // A month of long ago is not among the last twelve.
    total: byMessage.isMore ? months.find((one) => one.month === shown) : sumOf(byMessage.rows),
  };
}
export type MessageCosts = Awaited<ReturnType<typeof messageCosts>>;

const sumOf = (rows: Figures[]): Figures =>
  rows.reduce(
    (sum, row) => ({
      recipients: sum.recipients + row.recipients,
      parts: sum.parts + row.parts,
      price: sum.price + row.price,
      unpriced: sum.unpriced + row.unpriced,
    }),
    { recipients: 0, parts: 0, price: 0, unpriced: 0 },
  );

/** The department that sent a composed message `m`. Automatic messages have no sender. */
export const departmentOf: SQL<string | null> = sql<string | null>`(select d.name from departments d
  where (d.institution_id, d.id) = (m.institution_id, m.department_id))`;

/** Messages without a department: automatic ones, and those whose sender has none. */
export const noDepartment = '-';

const ofDepartment = (name: string) => {
  const composed = sql`select m.id from messages m where m.institution_id = ${outbox.institutionId} and ${departmentOf} is not null`;
  return name === noDepartment
    ? sql`(${isNull(outbox.messageId)} or ${outbox.messageId} not in (${composed}))`
    : sql`${outbox.messageId} in (${composed} and ${departmentOf} = ${name})`;
};

/** What was handed to providers, without the texts: the rows behind the figures of the costs. */
export const sentList = declareList({
  id: outbox.id,
  visible: (actor, wanted) =>
    inEachInstitution(outbox.institutionId, 'messages.view')(actor, wanted).map(({ where, timeZone }) => ({
      where: sql`${where} and ${outbox.sentAt} is not null`,
      timeZone: timeZone!,
    })),
  filters: {
    message: filterBy(id, (message, _, { actor }) => and(eq(outbox.messageId, message), areRecipientsKnown(actor))),
    department: filterBy(z.string().max(120), ofDepartment),
    network: filterBy(z.string().max(40), (network) => eq(outbox.network, network)),
    event: filterBy(z.string().regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$/), (event) => eq(outbox.event, event)),
    month: filterBy(
      month,
      (of, _, { timeZone }) => sql`${outbox.sentAt} >= (${of} || '-01')::date::timestamp at time zone ${timeZone}
        and ${outbox.sentAt} < ((${of} || '-01')::date + interval '1 month') at time zone ${timeZone}`,
    ),
  },
  select: (db, actor) =>
    db
      .select({
        id: outbox.id,
        institutionId: outbox.institutionId,
        channel: outbox.channel,
        recipient: sql<string | null>`case when ${areRecipientsKnown(actor)} then ${outbox.recipient} end`,
        event: outbox.event,
        state: outbox.state,
        network: outbox.network,
        parts: outbox.parts,
        price: outbox.price,
        sentAt: sql<string>`to_char(${outbox.sentAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      })
      .from(outbox),
});
export type SentRow = Awaited<ReturnType<typeof sentList.readPage>>['rows'][number];
