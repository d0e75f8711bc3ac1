import { and, eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { incomingMessages } from '../contact.schema.ts';
import { peopleOf } from './people-of.ts';
import { showsNumber, visibleTo } from './visible-replies.ts';

/** A reply that the actor can see, with whom it is from and whether the actor can write back. */
export async function findReply(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({
      id: incomingMessages.id,
      institutionId: incomingMessages.institutionId,
      channel: incomingMessages.channel,
      address: incomingMessages.address,
      outboxId: incomingMessages.outboxId,
      people: peopleOf(actor),
      isBlocked: sql<boolean>`exists (select from contact_wishes w where w.institution_id = ${withTable(incomingMessages.institutionId)}
        and w.address = ${withTable(incomingMessages.address)} and w.channel = ${withTable(incomingMessages.channel)} and w.blocks = 'everything' and w.ended_at is null)`,
    })
    .from(incomingMessages)
    .where(and(visibleTo(actor), eq(incomingMessages.id, id)));
  if (!found) throw new NotFound('message');
  const { institutionId, outboxId, address, isBlocked } = found;
  const isErased = address === 'erased';
  return {
    ...found,
    isErased,
    showsNumber: showsNumber(actor, institutionId),
    canAnswer: !isErased && !isBlocked && (await mayWriteTo(db, actor, institutionId, outboxId)),
  };
}
export type FoundReply = Awaited<ReturnType<typeof findReply>>;

/** Who writes to own batches alone answers only while the student is still in one of them. */
async function mayWriteTo(db: Db, actor: Actor, institutionId: number, outboxId: number | null): Promise<boolean> {
  if (can(actor, 'contact.replies', institutionId) || can(actor, 'messages.send', institutionId)) return true;
  if (outboxId === null || !can(actor, 'messages.sendOwn', institutionId)) return false;
  const own = await query(
    db,
    sql`select 1 from outbox o join ${students} on ${students.institutionId} = o.institution_id
        and (${students.id} = o.student_id or ${students.id} in (select l.student_id from student_guardians l
          where l.institution_id = o.institution_id and l.guardian_id = o.guardian_id))
      where o.institution_id = ${institutionId} and o.id = ${outboxId} and ${visibleStudents(actor, students, institutionId)} limit 1`,
  );
  return own.length > 0;
}
