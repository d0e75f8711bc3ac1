import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { inEachInstitution } from '#kernel/list/visible-parts.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { areRecipientsKnown } from '#kernel/messages/readable.ts';
import { id } from '#kernel/schemas.ts';
import { month } from './costs.queries.ts';
import { departmentOf } from './department-of.ts';

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
