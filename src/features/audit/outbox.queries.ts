import { eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';

/** One message with its body. */
export async function findMessage(db: Db, messageId: number) {
  const [message] = await db.select().from(outbox).where(eq(outbox.id, messageId));
  return message;
}
