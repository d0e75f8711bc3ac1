import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { announce } from '#kernel/messages/announce.ts';
import { coverArranged, coverAssigned, coverRemoved } from '../cover.events.ts';
import type { CoverLesson } from './cover-day.queries.ts';

interface ChangedCover {
  institutionId: number;
  onDate: Day;
  /** As it was before. */
  lesson: CoverLesson;
  substituteId: number | null;
  substitute: string | null;
}

/** Tells the new substitute, the one before and the absent teacher, as the institution has switched on. */
export async function tellOfCover(
  tx: Tx,
  actor: Actor,
  { institutionId, onDate, lesson, substituteId, substitute }: ChangedCover,
): Promise<void> {
  const { courses, batches, startsAt, endsAt, room, absent, absentId } = lesson;
  const except = actor.accountId;
  const fields = {
    ...{ lesson: `${courses}, ${batches}`, day: formatDay(onDate), time: `${startsAt} to ${endsAt}` },
  };
  if (lesson.substituteId !== null)
    await announce(tx, institutionId, coverRemoved, [{ employeeId: lesson.substituteId, fields }], { except });
  if (substituteId !== null) {
    const place = { room: room ?? 'the classroom', absent };
    await announce(tx, institutionId, coverAssigned, [{ employeeId: substituteId, fields: { ...fields, ...place } }], {
      except,
    });
  }
  const state = substitute === null ? 'no longer covered' : `covered by ${substitute}`;
  await announce(tx, institutionId, coverArranged, [{ employeeId: absentId, fields: { ...fields, state } }], {
    except,
  });
}
