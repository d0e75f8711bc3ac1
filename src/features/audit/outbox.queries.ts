import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { textVisibleTo } from '#kernel/messages/readable.ts';

/** One message with its body. */
export async function findMessage(db: Db, messageId: number) {
  const [message] = await db.select().from(outbox).where(eq(outbox.id, messageId));
  return message;
}

/** Whether its text is shown to everybody who can see the source of what it says. */
export async function isTextVisible(db: Db, actor: Actor, messageId: number): Promise<boolean> {
  const found = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, messageId), textVisibleTo(actor)));
  return found.length > 0;
}
