import { and, eq, inArray, ne } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { applications } from './admissions.schema.ts';

/** An application that was sent, as officers see it; drafts are their applicants' own. */
export async function findApplication(db: Db, actor: Actor, id: number) {
  const [row] = await db
    .select()
    .from(applications)
    .where(
      and(
        inArray(applications.institutionId, institutionsWhere(actor, 'admissions.view')),
        eq(applications.id, id),
        ne(applications.status, 'draft'),
      ),
    );
  if (!row) throw new NotFound('application');
  return row;
}
