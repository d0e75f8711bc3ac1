import { and, eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { examSeats, examSittings } from '../decisions.schema.ts';

/** When and where the applicant sits the entrance examination, once invited. */
export async function sittingOf(db: Db, { institutionId, id }: { institutionId: number; id: number }) {
  const [found] = await db
    .select({
      startsAt: examSittings.startsAt,
      venue: examSittings.venue,
      note: examSittings.note,
      seat: examSeats.seat,
      invitedAt: examSeats.invitedAt,
    })
    .from(examSeats)
    .innerJoin(
      examSittings,
      and(eq(examSittings.institutionId, examSeats.institutionId), eq(examSittings.id, examSeats.sittingId)),
    )
    .where(and(eq(examSeats.institutionId, institutionId), eq(examSeats.applicationId, id)));
  return found?.invitedAt ? found : null;
}
export type Sitting = Awaited<ReturnType<typeof sittingOf>>;
