import { sql } from 'drizzle-orm';
import { declareList } from '#kernel/list/declare-list.ts';
import { inInstitutions } from '#kernel/list/visible-parts.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';

/** Messages of the actor's institutions, latest first, without their bodies, which are opened one by one. */
export const outboxList = declareList({
  id: outbox.id,
  visible: inInstitutions(outbox.institutionId, 'outbox.view'),
  filters: {},
  select: (db) =>
    db
      .select({
        id: outbox.id,
        institutionId: outbox.institutionId,
        channel: outbox.channel,
        recipient: outbox.recipient,
        subject: outbox.subject,
        createdAt: sql<string>`to_char(${outbox.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        state: outbox.state,
        failure: outbox.failure,
      })
      .from(outbox),
});
export type OutboxRow = Awaited<ReturnType<typeof outboxList.readPage>>['rows'][number];
