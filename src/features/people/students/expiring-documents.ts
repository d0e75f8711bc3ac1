import { and, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { groupVisibleTo, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** Whose documents are looked at: students whose private data the actor can see. */
export const expiringDocuments = (actor: Actor, wanted: number | undefined) => ({
  from: sql`${students}`,
  id: sql`${students.id}`,
  href: '/students',
  visible: and(visibleTo(actor, students, wanted), groupVisibleTo(actor, students, 'private'))!,
});
