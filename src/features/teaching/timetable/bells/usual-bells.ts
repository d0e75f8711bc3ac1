import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { PeriodKind } from '../timetable.ts';

export interface BellInput {
  kind: PeriodKind;
  name: string;
  /** 'HH:MM'. */
  startsAt: string;
  endsAt: string;
}

const lessonTimes = ['08:00', '08:40', '09:20', '10:00', '10:40', '11:10', '11:50', '12:30', '13:10', '13:20', '14:00'];
const breaks: Record<string, string> = { '10:40': 'Long break', '13:10': 'Short break' };

/** The day of many Nigerian schools: eight periods of 40 minutes. */
const normalDay: BellInput[] = [
  { kind: 'assembly', name: 'Assembly', startsAt: '07:40', endsAt: '08:00' },
  ...lessonTimes.slice(0, -1).map((startsAt, at): BellInput => {
    const before = lessonTimes.slice(0, at).filter((time) => !(time in breaks)).length;
    const pause = breaks[startsAt];
    return {
      ...(pause ? { kind: 'break', name: pause } : { kind: 'lesson', name: `Period ${before + 1}` }),
      startsAt,
      endsAt: lessonTimes[at + 1]!,
    };
  }),
];

/** Closes early for the Friday prayer. */
const friday = normalDay.filter(({ endsAt }) => endsAt <= '12:30');

const usualPatterns: { name: string; weekdays: number[]; bells: BellInput[] }[] = [
  { name: 'Normal day', weekdays: [1, 2, 3, 4], bells: normalDay },
  { name: 'Friday', weekdays: [5], bells: friday },
];

/** Adds a pattern with its bells. Those in which lessons are taught are counted. */
export async function insertPattern(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  { name, bells }: { name: string; bells: readonly BellInput[] },
): Promise<number> {
  const [row] = await query<{ id: number }>(tx)`
    insert into bell_patterns (institution_id, timetable_id, name) values (${institutionId}, ${timetableId}, ${name})
      returning id::bigint as id`;
  await writeBells(tx, institutionId, row!.id, bells);
  return row!.id;
}

/** Replaces the bells of a pattern; they come in their order. */
export async function writeBells(
  tx: Tx,
  institutionId: number,
  patternId: number,
  bells: readonly BellInput[],
): Promise<void> {
  await tx.execute(sql`delete from bell_periods where (institution_id, pattern_id) = (${institutionId}, ${patternId})`);
  await tx.execute(sql`
    insert into bell_periods (institution_id, pattern_id, position, kind, period, name, starts_at, ends_at)
    select ${institutionId}, ${patternId}, b.ordinality, b.kind,
      case when b.kind = 'lesson' then count(*) filter (where b.kind = 'lesson') over (order by b.ordinality) end,
      b.name, b."startsAt", b."endsAt"
    from rows from (jsonb_to_recordset(${JSON.stringify(bells)}::jsonb)
      as (kind text, name text, "startsAt" time, "endsAt" time)) with ordinality b`);
}

export async function insertUsualBells(tx: Tx, institutionId: number, timetableId: number): Promise<void> {
  for (const pattern of usualPatterns) {
    const patternId = await insertPattern(tx, institutionId, timetableId, pattern);
    await tx.execute(sql`insert into timetable_days (institution_id, timetable_id, weekday, pattern_id)
      select ${institutionId}, ${timetableId}, weekday, ${patternId}
      from unnest(${sql.param(pattern.weekdays)}::int[]) weekday`);
  }
}
