import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { outbox } from '#kernel/tables.ts';

const pageSize = 50;

/** Messages of the actor's institutions, latest first; without their bodies, which are opened one by one. */
export async function listMessages(db: Db, actor: Actor, wanted?: number, after?: number) {
  const ids = institutionsInView(actor, wanted, 'outbox.view');
  const found = await db
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
    .from(outbox)
    .where(and(inArray(outbox.institutionId, ids), after ? lt(outbox.id, after) : undefined))
    .orderBy(desc(outbox.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  return { rows, after: found.length > pageSize ? rows.at(-1)!.id : null };
}
export type OutboxRow = Awaited<ReturnType<typeof listMessages>>['rows'][number];

/** One message with its body. */
export async function findMessage(db: Db, messageId: number) {
  const [message] = await db.select().from(outbox).where(eq(outbox.id, messageId));
  return message;
}
