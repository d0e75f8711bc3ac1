import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { messages, outbox } from '#kernel/messages/messages.schema.ts';
import { textVisibleTo } from '#kernel/messages/readable.ts';

/** One message with its body, and what its recipient was chosen by. */
export async function findMessage(db: Db, messageId: number) {
  const [found] = await db
    .select({ row: getTableColumns(outbox), audienceNeeds: messages.audienceNeeds })
    .from(outbox)
    .leftJoin(messages, and(eq(messages.institutionId, outbox.institutionId), eq(messages.id, outbox.messageId)))
    .where(eq(outbox.id, messageId));
  return found && { ...found.row, audienceNeeds: found.audienceNeeds };
}

/** Whether its text is shown to everybody who can see the source of what it says. */
export async function isTextVisible(db: Db, actor: Actor, messageId: number): Promise<boolean> {
  const found = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, messageId), textVisibleTo(actor)));
  return found.length > 0;
}
