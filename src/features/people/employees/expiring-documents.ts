import { and, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import { groupVisibleTo, visibleTo } from './employees.policy.ts';

/** Whose documents are looked at: employees whose private data the actor can see, as long as they work here. */
export const expiringDocuments = (actor: Actor, wanted: number | undefined) => ({
  from: sql`${employees}`,
  id: sql`${employees.id}`,
  href: '/employees',
  visible: and(visibleTo(actor, employees, wanted), groupVisibleTo(actor, employees, 'private'), worksHere())!,
});
