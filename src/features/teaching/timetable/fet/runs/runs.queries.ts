import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Note, Placing } from '../places/placing.ts';
import type { RunState } from './run-state.ts';

export interface RunRow {
  id: number;
  institutionId: number;
  timetableId: number;
  source: 'engine' | 'file';
  state: RunState;
  minutes: number | null;
  isStopping: boolean;
  revision: number;
  activityCount: number;
  placedCount: number;
  fileName: string | null;
  failure: string | null;
  /** ISO, as the other times. */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  appliedAt: string | null;
}

export interface FoundRun extends RunRow {
  placings: Placing[];
  notes: Note[];
}

const columns = sql`r.id::int as id, r.institution_id as "institutionId", r.timetable_id::int as "timetableId", r.source, r.state, r.minutes,
  r.is_stopping as "isStopping", r.revision, r.activity_count as "activityCount", r.placed_count as "placedCount",
  r.file_name as "fileName", r.failure, to_json(r.created_at) #>> '{}' as "createdAt", to_json(r.started_at) #>> '{}' as "startedAt",
  to_json(r.finished_at) #>> '{}' as "finishedAt", to_json(r.applied_at) #>> '{}' as "appliedAt"`;

const mine = (actor: Actor) => isOneOf(sql`r.institution_id`, institutionsWhere(actor, 'timetable.edit'));

/** Of people who make timetables. */
export async function findRun(db: Db, actor: Actor, runId: number): Promise<FoundRun> {
  const [row] = await query<FoundRun>(
    db,
    sql`select ${columns}, r.placings, r.notes from fet_runs r where ${mine(actor)} and r.id = ${runId}`,
  );
  if (!row) throw new NotFound('search');
  return row;
}

export const shownRuns = 10;

/** The latest of a version. */
export const runsOf = (db: Db, actor: Actor, timetableId: number): Promise<RunRow[]> =>
  query<RunRow>(
    db,
    sql`select ${columns} from fet_runs r where ${mine(actor)} and r.timetable_id = ${timetableId} order by r.id desc limit ${shownRuns}`,
  );
