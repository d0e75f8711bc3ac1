import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { askOnce } from '../ask-once.ts';
import { chosenPeople } from '../audience/chosen-people.ts';
import { refuseSending } from '../compose/refuse-sending.ts';
import { messageGroups } from '../messages.schema.ts';
import { visibleTo } from './find-group.ts';
import { GroupAudience } from './group-fields.ts';

/** With commas between them: the rows of a page. */
export const AskSizes = z.object({
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
    .transform((text) => text.split(',').map(Number)),
});

/** How many people a group consists of for the actor, who may reach fewer than others. */
export async function sizeOf(db: Db, actor: Actor, institutionId: number, audience: GroupAudience): Promise<number> {
  refuseSending(actor, institutionId, { ...audience, without: [] });
  const chosen = chosenPeople(actor, institutionId, audience);
  if (!chosen) return 0;
  const [row] = await askOnce<{ people: number }>(
    db,
    sql`select count(distinct kind || coalesce(guardian_id, employee_id, student_id))::int as people from (${chosen}) c`,
  );
  return row!.people;
}

/** By the ids of groups; null where the actor can’t choose by such rules, as by what students owe. */
export async function sizesOf(db: Db, actor: Actor, { ids }: z.infer<typeof AskSizes>) {
  const groups = await db
    .select({ id: messageGroups.id, institutionId: messageGroups.institutionId, audience: messageGroups.audience })
    .from(messageGroups)
    .where(and(visibleTo(actor), inArray(messageGroups.id, ids)));
  const sizes: Record<number, number | null> = {};
  for (const { id, institutionId, audience } of groups)
    try {
      // One connection answers one after another.
      // oxlint-disable-next-line no-await-in-loop
      sizes[id] = await sizeOf(db, actor, institutionId, GroupAudience.parse(audience));
    } catch (error) {
      if (!(error instanceof NotAllowed || error instanceof ValidationError)) throw error;
      sizes[id] = null;
    }
  return sizes;
}
