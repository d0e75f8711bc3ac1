import { sql } from 'drizzle-orm';
import { query, type Database, type Tx } from '#kernel/database.ts';
import { formatDay, type Day, formatTime } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { announce, listed } from '#kernel/messages/announce.ts';
import type { MessageEvent, EventSubject } from '#kernel/messages/events.ts';
import { coverArranged, coverAssigned } from '../cover.events.ts';
import { placeOf, type CoverLesson } from '../days/cover-day.queries.ts';
import { lockCoverDay } from './note-change.ts';

/** A lesson of which somebody must be told. */
interface ToldLesson extends Pick<CoverLesson, 'courses' | 'batches' | 'startsAt' | 'absent' | 'substitute'> {
  room: string | null;
}

const lessonName = ({ batches, courses, startsAt }: ToldLesson): string =>
  `${batches} ${courses} ${formatTime(startsAt)}`;
const withRoom = (lesson: ToldLesson): string => lessonName(lesson) + (lesson.room ? ` in ${lesson.room}` : '');

/** 'cover JSS 2 A Mathematics 08:40 am in Room 3 for Bola Ade and no longer cover JSS 3 B Physics 10:20 am'. */
function substituteWords(added: readonly ToldLesson[], removed: readonly ToldLesson[]): string {
  const forWhom = [...Map.groupBy(added, ({ absent }) => absent)].map(
    ([absent, lessons]) => `${listed(lessons.map(withRoom))} for ${absent}`,
  );
  return [
    ...(added.length > 0 ? [`cover ${forWhom.join(', ')}`] : []),
    ...(removed.length > 0 ? [`no longer cover ${listed(removed.map(lessonName))}`] : []),
  ].join(' and ');
}

/** 'JSS 2 A Mathematics 08:40 am covered by Musa Bello, JSS 3 B Physics 10:20 am no longer covered'. */
const absentWords = (changed: readonly ToldLesson[]): string =>
  [...Map.groupBy(changed, ({ substitute }) => substitute)]
    .map(
      ([substitute, lessons]) =>
        `${listed(lessons.map(lessonName))} ${substitute === null ? 'no longer covered' : `covered by ${substitute}`}`,
    )
    .join(', ');

export const notifyOfCoversWhenDue: Job<{ database: Database }> = {
  queue: 'cover.tell',
  due: 'select from akada_covers_to_tell()',
  work: ({ database }, _data, signal) => notifyOfCovers(database, new Date(), signal),
};

/** In minutes. Messages go out after a quiet time, not later than `most` after the first change, or when a lesson begins soon. */
const pause = { quiet: 2, most: 10, before: 15 };

/** Tells substitutes and absent teachers of the covers that changed, each person once for a day. */
export async function notifyOfCovers(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const found = await database.anonymous(
    (tx) =>
      query<{ id: number; day: Day }>(
        tx,
      )`select institution_id as id, on_date::text as day from akada_covers_to_tell()`,
  );
  for (const { id, day } of found) {
    if (signal?.aborted) return;
    await database.asSystem([id], (tx) => tellOfDay(tx, id, day, now));
  }
}

interface Change extends ToldLesson {
  absentId: number;
  substituteId: number | null;
  /** Who took it when people were last told. */
  wasId: number | null;
  /** Who changed it last. */
  accountId: number | null;
  isToday: boolean;
  isDue: boolean;
}

async function tellOfDay(tx: Tx, institutionId: number, day: Day, now: Date): Promise<void> {
  await lockCoverDay(tx, institutionId, day);
  const changes = await changesOf(tx, institutionId, day, now);
  if (changes.length > 0 && !changes.some(({ isDue }) => isDue)) return;
  await tx.execute(sql`delete from cover_changes where institution_id = ${institutionId} and on_date = ${day}::date`);
  // A lesson that was given and taken back in the meantime is no news.
  const changed = changes.filter(({ substituteId, wasId }) => substituteId !== wasId);
  const words = { day: formatDay(day), when: changed[0]?.isToday ? 'today' : `on ${formatDay(day)}` };
  const told = { institutionId, changed };
  await tellEach(tx, told, coverAssigned, ['substituteId', 'wasId'], (employeeId, lessons) => ({
    ...words,
    cover: substituteWords(
      lessons.filter(({ substituteId }) => substituteId === employeeId),
      lessons.filter(({ wasId }) => wasId === employeeId),
    ),
  }));
  await tellEach(tx, told, coverArranged, ['absentId'], (_, lessons) => ({ ...words, lessons: absentWords(lessons) }));
}

/** One message for each person, about all changes that concern them. People get no notice of what they changed themselves. */
async function tellEach(
  tx: Tx,
  { institutionId, changed }: { institutionId: number; changed: readonly Change[] },
  event: MessageEvent,
  roles: readonly ('substituteId' | 'wasId' | 'absentId')[],
  fieldsOf: (employeeId: number, lessons: readonly Change[]) => Record<string, string>,
): Promise<void> {
  const people = new Set(changed.flatMap((one) => roles.flatMap((role) => one[role] ?? [])));
  const told = [...people].map((employeeId) => {
    const lessons = changed.filter((one) => roles.some((role) => one[role] === employeeId));
    const makers = new Set(lessons.map(({ accountId }) => accountId));
    return {
      ...({ employeeId, fields: fieldsOf(employeeId, lessons) } satisfies EventSubject),
      except: makers.size === 1 ? lessons[0]!.accountId : null,
    };
  });
  for (const [except, some] of Map.groupBy(told, (one) => one.except))
    await announce(tx, institutionId, event, some, { except });
}

/** The changes of a day in the order of its lessons. All are due together. */
const changesOf = (tx: Tx, institutionId: number, day: Day, now: Date): Promise<Change[]> =>
  query<Change>(tx)`
    select c.absent_id::bigint as "absentId", e.first_name || ' ' || e.surname as absent, v.substitute_id::bigint as "substituteId",
        s.first_name || ' ' || s.surname as substitute, c.was_id::bigint as "wasId", c.account_id::bigint as "accountId",
        k.batches, k.courses, to_char(b.starts_at, 'HH24:MI') as "startsAt", r.name as room, p.here::date = c.on_date as "isToday",
        max(c.changed_at) over () + make_interval(mins => ${pause.quiet}) <= p.at
          or min(c.first_at) over () + make_interval(mins => ${pause.most}) <= p.at
          or c.on_date + b.starts_at <= p.here + make_interval(mins => ${pause.before}) as "isDue"
      from (select m.at, m.at at time zone i.time_zone as here from institutions i
        cross join (values (${now.toISOString()}::timestamptz)) m (at) where i.id = ${institutionId}) p
      cross join cover_changes c
      join lessons l on (l.institution_id, l.id) = (c.institution_id, c.lesson_id)
      join employees e on (e.institution_id, e.id) = (c.institution_id, c.absent_id)
      ${placeOf(sql`c.part_id`)}
      left join covers v on (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
        = (c.institution_id, c.on_date, c.lesson_id, c.part_id, c.absent_id)
      left join employees s on (s.institution_id, s.id) = (v.institution_id, v.substitute_id)
      where c.institution_id = ${institutionId} and c.on_date = ${day}::date
      order by l.first_period, k.batches, l.id`;
