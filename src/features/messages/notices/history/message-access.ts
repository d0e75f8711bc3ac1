import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Entity } from '#kernel/personal-data/entity.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** Who sees what was sent to a person: people who see all messages, and teachers who write to own batches. */
export const maySeeHistory = {
  student: ['messages.view', 'messages.sendOwn', 'outbox.view'],
  guardian: ['messages.view', 'messages.sendOwn', 'outbox.view'],
  employee: ['messages.view', 'outbox.view'],
} as const satisfies Record<Entity, readonly Permission[]>;

/** Numbers and addresses are shown to people who see all messages. */
export const maySeeAddress = ['messages.view', 'outbox.view'] as const satisfies readonly Permission[];

/** The guardian to whom a message about a student went. */
export const maySeeFamily = ['guardians.view', 'guardians.viewOwn'] as const satisfies readonly Permission[];

/** The institution of a person whose messages the actor sees; refuses others. */
export async function institutionOfHistory(db: Db, actor: Actor, kind: PersonKind, personId: number): Promise<number> {
  const [person] = await query<{ institutionId: number }>(
    db,
    sql`select institution_id as "institutionId" from ${kind.table} where ${kind.visibleTo(actor)} and id = ${personId}`,
  );
  if (!person) throw new NotFound(kind.entity);
  if (!maySeeHistory[kind.entity].some((one) => can(actor, one, person.institutionId))) throw new NotAllowed();
  return person.institutionId;
}
