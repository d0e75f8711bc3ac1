import type { DemoStep } from '#web/feature.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** Once employees have accounts. */
export const steps: DemoStep[] = [
  {
    place: 72,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertLeave(tx, id);
    },
  },
];

/** Leave of this year, some still waiting, and the daily register of the last four weeks. */
async function insertLeave(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    insert into leave_requests (institution_id, employee_id, type_id, starts_on, ends_on, days, reason, state, asked_by, decided_by,
      decided_at, answer, created_at)
    select ${institutionId}, q.id, q.type_id, q.starts_on, q.ends_on, q.days, q.reason, q.state, q.asked_by, q.decided_by,
      case when q.state <> 'asked' then q.created_at + interval '1 day' end,
      case q.state when 'refused' then 'Examinations are on. Please choose other days.' end, q.created_at
    from (
      select p.id, t.id as type_id, k.starts_on, k.starts_on + k.length as ends_on, k.reason, k.state, own.account_id as asked_by,
        case when k.state <> 'asked' then head.account_id end as decided_by,
        k.starts_on - interval '12 days' as created_at,
        (select coalesce(sum(w.halves), 0) / 2.0 from akada_working_days(${institutionId}, k.starts_on, k.starts_on + k.length) w) as days
      from (select e.id, row_number() over (order by e.id) as place from employees e
        where e.institution_id = ${institutionId} and e.left_on is null) p
      join (values
        (4, 'Annual leave', -70, 6, 'Family visit', 'approved'), (6, 'Sick leave', -24, 2, 'Malaria', 'approved'),
        (8, 'Casual leave', -10, 0, 'Appointment at the bank', 'approved'), (9, 'Annual leave', 5, 4, 'Wedding of a sister', 'asked'),
        (11, 'Compassionate leave', -2, 3, null, 'approved'), (12, 'Study leave', 9, 4, 'Part-time degree', 'asked'),
        (14, 'Annual leave', 4, 9, 'Travel', 'refused'), (15, 'Paternity leave', 12, 6, null, 'asked')
      ) plan (place, type, begins, length, reason, state) on plan.place = p.place
      cross join lateral (select current_date + plan.begins as starts_on, plan.length, plan.reason, plan.state) k
      join leave_types t on t.institution_id = ${institutionId} and t.name = plan.type
      left join lateral (select m.account_id from memberships m where m.institution_id = ${institutionId} and m.employee_id = p.id
        order by m.id limit 1) own on true
      left join lateral (select m.account_id from memberships m
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) and r.key in ('hr_officer', 'principal')
        where m.institution_id = ${institutionId} and m.account_id is distinct from own.account_id order by m.id limit 1) head on true
      where extract(year from k.starts_on) = extract(year from k.starts_on + k.length)
    ) q where q.days > 0 and (q.state = 'asked' or q.decided_by is not null)`);
  await tx.execute(sql`
    insert into staff_attendance (institution_id, employee_id, on_date, kind, arrived_at, note, marked_at)
    select ${institutionId}, e.id, w.on_date, k.kind,
      case k.kind when 'late' then time '07:50' + make_interval(mins => (d.dice % 55)::int) end,
      case when k.kind = 'duty' then 'WAEC marking' end, w.on_date + time '09:10'
    from employees e
    cross join akada_working_days(${institutionId}, current_date - 28, current_date - 1) w
    cross join lateral (select (e.id % 10000 * 7919 + (w.on_date - date '2026-01-01') * 104729) % 97 as dice) d
    cross join lateral (select case
      when exists (select from leave_requests r where (r.institution_id, r.employee_id) = (e.institution_id, e.id)
        and r.state = 'approved' and w.on_date between r.starts_on and r.ends_on) then 'leave'
      when d.dice < 2 then 'absent' when d.dice < 8 then 'late' when d.dice < 9 then 'duty' else 'present' end as kind) k
    where e.institution_id = ${institutionId} and e.left_on is null`);
}
