import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, withoutNestedLoops, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { insertUsualBells } from '../bells/usual-bells.ts';
import { copyVersion } from './copy-version.ts';
import { nameTaken, type CreateTimetable } from './version-fields.ts';

/** Begins a draft: with the usual bells, or as a copy of another version. The session decides the institution. */
export async function createTimetable(
  tx: Tx,
  actor: Actor,
  { name, sessionId, termPosition, timetableId, keepsPlaces }: z.output<typeof CreateTimetable>,
): Promise<number> {
  const institutionId = await lockSession(tx, actor, sessionId, termPosition);
  const source = timetableId === null ? null : await lockSource(tx, institutionId, timetableId);
  const [row] = await refuseDuplicate(
    query<{ id: number }>(
      tx,
      sql`insert into timetables (institution_id, session_id, term_position, name, copied_from_id)
        values (${institutionId}, ${sessionId}, ${termPosition}, ${name}, ${timetableId}) returning id::int as id`,
    ),
    nameTaken(name),
  );
  const { id } = row!;
  if (source === null) await insertUsualBells(tx, institutionId, id);
  else
    await withoutNestedLoops(tx, () =>
      copyVersion(tx, { institutionId, fromId: source.id, toId: id, sessionId, keepsPlaces }),
    );
  await record(tx, actor, 'timetable.createTimetable', {
    institutionId,
    summary: source ? `copied the timetable ${source.name} as ${name}` : `added the timetable ${name}`,
    subject: { type: 'timetable', id },
    details: { sessionId, termPosition, copiedFromId: timetableId },
  });
  return id;
}

/** The session, which stays while the draft is made for it. */
async function lockSession(tx: Tx, actor: Actor, sessionId: number, termPosition: number | null): Promise<number> {
  const within = institutionsWhere(actor, ...maySeeTimetable);
  const [session] = await query<{ institutionId: number; name: string; isClosed: boolean; terms: number[] }>(
    tx,
    sql`select y.institution_id as "institutionId", y.name, y.closed_at is not null as "isClosed",
        array(select t.position from terms t where (t.institution_id, t.session_id) = (y.institution_id, y.id)) as terms
      from academic_sessions y where y.institution_id = any (${sql.param(within)}::int[]) and y.id = ${sessionId} for share of y`,
  );
  if (!session) throw new NotFound('academic session');
  allow(actor, 'timetable.edit', session.institutionId);
  if (session.isClosed) throw new ValidationError('sessionId', `${session.name} is closed. Choose an open session.`);
  if (termPosition !== null && !session.terms.includes(termPosition))
    throw new ValidationError('termPosition', `${session.name} has no such term. Choose one from the list.`);
  return session.institutionId;
}

async function lockSource(tx: Tx, institutionId: number, timetableId: number) {
  const [source] = await query<{ id: number; name: string }>(
    tx,
    sql`select id::int as id, name from timetables where (institution_id, id) = (${institutionId}, ${timetableId}) for share`,
  );
  if (!source) throw new NotFound('timetable');
  return source;
}
