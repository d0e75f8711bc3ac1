import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { query, isOneOf } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { timetableDays } from '../bells/bells.ts';
import { clock } from '../own/clock.ts';
import { isoWeekday } from '../own/week-days.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { validToday } from './valid-today.ts';

const shown = 8;

const load: ReadyDashlet = {
  key: 'timetable.load',
  label: 'Teachers’ load',
  place: 45,
  size: 'small',
  may: maySeeTimetable,
  description: 'Periods a week of the teachers who teach the most, against each teacher’s preferred maximum.',
  empty: 'No timetable is published for today.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, ...maySeeTimetable);
    const rows = await query<{ id: number; name: string; periods: number; most: number | null }>(db)`
      select e.id::bigint as id, e.surname || ', ' || e.first_name as name, y.periods, m.most_a_week as most
        from ${validToday} t
        cross join lateral (select y.employee_id, sum(upper(y.periods) - lower(y.periods))::int as periods
          from booked_teachers y where (y.institution_id, y.timetable_id) = (t.institution_id, t.id)
          group by y.employee_id) y
        join employees e on (e.institution_id, e.id) = (t.institution_id, y.employee_id)
        left join teacher_limits m on (m.institution_id, m.timetable_id, m.employee_id) = (t.institution_id, t.id, e.id)
        where ${isOneOf(sql`t.institution_id`, ids)}
        order by y.periods - m.most_a_week > 0 desc nulls last, y.periods desc, e.sort_name, e.id limit ${shown}`;
    if (rows.length === 0) return null;
    return {
      as: 'list',
      points: rows.map(({ id, name, periods, most }) => ({
        label: name,
        value: periods,
        shown: most === null ? String(periods) : `${periods} of ${most}`,
        href: `/my-timetable?employee_id=${id}`,
        ...(most !== null && periods > most && { hint: 'Above preferred maximum' }),
      })),
    };
  },
};

const freeRooms: ReadyDashlet = {
  key: 'timetable.free_rooms',
  label: 'Free rooms now',
  place: 46,
  size: 'small',
  may: maySeeTimetable,
  description: 'Rooms in which no lesson is taught in this period.',
  empty: 'No lesson is on now, or every room is taken.',
  async load(db, actor, wanted) {
    const found = await Promise.all(
      institutionsInView(actor, wanted, ...maySeeTimetable).map(async (id) => {
        const { timeZone } = membershipIn(actor, id)!;
        const [day, now] = [today(timeZone), clock(timeZone)];
        const [[open], rooms] = await Promise.all([
          timetableDays(db, id, day, day),
          query<{ id: number; name: string; seats: number | null; taken: Record<string, number[]> }>(db)`
            select r.id::bigint as id, r.name, r.seats, coalesce((select jsonb_object_agg(o.timetable_id, o.periods)
                from (select o.timetable_id, jsonb_agg(p) as periods from booked_rooms o
                  cross join lateral generate_series(lower(o.periods), upper(o.periods) - 1) p
                  where (o.institution_id, o.room_id, o.weekday) = (${id}, r.id, ${isoWeekday(day)})
                  group by o.timetable_id) o), '{}') as taken
              from rooms r where r.institution_id = ${id} and r.retired_at is null order by r.name, r.id`,
        ]);
        const bell =
          open?.closed === null ? open.bells.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt) : null;
        const period = bell?.period;
        if (!open || period === null || period === undefined) return [];
        return rooms.filter(({ taken }) => !taken[open.timetableId]?.includes(period));
      }),
    );
    const free = found.flat();
    if (free.length === 0) return null;
    return {
      as: 'list',
      ...(free.length > shown && { hint: `${free.length} in all` }),
      points: free.slice(0, shown).map(({ id, name, seats }) => ({
        label: name,
        value: seats ?? 0,
        shown: seats === null ? '' : `${seats} seats`,
        href: `/my-timetable?room_id=${id}`,
      })),
    };
  },
};

export const timetableDashlets: readonly ReadyDashlet[] = [load, freeRooms];
