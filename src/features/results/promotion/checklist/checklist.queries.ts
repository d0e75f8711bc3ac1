import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { SessionChoice } from '../promotion.access.ts';
import { proposalsOf } from '../proposal/proposals.ts';

export interface ChecklistItem {
  key: 'marks' | 'publication' | 'fees' | 'promotion' | 'rollover' | 'next' | 'batches';
  isDone: boolean;
  /** How many are missing; money in minor units. */
  missing: number;
  /** What is missing, by name. */
  names: string[];
  href: string;
}

/** What is still to do before a session is closed. Closing itself is where sessions are. For a snapshot. */
export async function closingChecklist(db: Db, actor: Actor, session: SessionChoice): Promise<ChecklistItem[]> {
  const { institutionId, id: sessionId, next } = session;
  const { students } = await proposalsOf(db, { institutionId, sessionId });
  const [sheets] = await query<{ open: number; unpublished: number; names: string[] }>(db)`
    select count(*) filter (where coalesce(s.state, 'draft') not in ('approved', 'published'))::int as open,
      count(*) filter (where coalesce(s.state, 'draft') <> 'published')::int as unpublished,
      coalesce((array_agg(b.name || ', ' || t.name order by t.position, b.name)
        filter (where coalesce(s.state, 'draft') not in ('approved', 'published')))[1:3], '{}') as names
    from terms t join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
      and exists (select from enrolments e where (e.institution_id, e.batch_id) = (b.institution_id, b.id))
    left join mark_sheets s on (s.institution_id, s.term_id, s.batch_id) = (b.institution_id, t.id, b.id)
    where t.institution_id = ${institutionId} and t.session_id = ${sessionId}`;
  const undecided = students.filter(({ state }) => state === 'proposed' || state === 'changed').length;
  const approved = students.filter(({ state }) => state === 'approved').length;
  const items: ChecklistItem[] = [
    item('marks', sheets!.open, '/mark-sheets', sheets!.names),
    item('publication', sheets!.unpublished, '/mark-sheets'),
    item('promotion', undecided, `/promotion?session=${sessionId}`),
    { ...item('next', next?.isCurrent ? 0 : 1, '/academic-sessions'), names: next ? [next.name] : [] },
    await batchesItem(db, session),
    item('rollover', approved + undecided, `/promotion?session=${sessionId}`),
  ];
  if (can(actor, 'fees.view', institutionId)) items.push(await feesItem(db, session));
  return items;
}

const item = (key: ChecklistItem['key'], missing: number, href: string, names: string[] = []): ChecklistItem => ({
  key,
  isDone: missing === 0,
  missing,
  names,
  href,
});

/** What the invoices of the session still ask for. */
async function feesItem(db: Db, { institutionId, id }: SessionChoice): Promise<ChecklistItem> {
  const [row] = await query<{ owed: number }>(db)`
    select coalesce(sum(open), 0)::float8 as owed from invoices
      where institution_id = ${institutionId} and session_id = ${id} and cancelled_at is null`;
  return item('fees', row!.owed, '/balances');
}

/** Classes that students go on to, without enough open seats in the next session. */
async function batchesItem(db: Db, { institutionId, id, next }: SessionChoice): Promise<ChecklistItem> {
  const rows = await query<{ name: string; students: number; seats: number }>(db)`with coming as (
      select coalesce(c.next_class_id, c.id) as class_id, count(*)::int as students
      from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      where e.institution_id = ${institutionId} and e.session_id = ${id} and e.to_date is null and c.next_class_id is not null
      group by 1)
    select c.name, coming.students, coalesce((select sum(greatest(0, b.capacity - (select count(*) from students s
        where (s.institution_id, s.batch_id) = (b.institution_id, b.id)))) from batches b
      where b.institution_id = ${institutionId} and b.class_id = c.id and b.session_id = ${next?.id ?? null}::bigint
        and b.closed_at is null), 0)::int as seats
    from coming join classes c on c.institution_id = ${institutionId} and c.id = coming.class_id order by c.program_id, c.position, c.id`;
  const short = rows.filter(({ students, seats }) => seats < students);
  return item(
    'batches',
    short.length,
    '/batches',
    short.map(({ name, students, seats }) => `${name}: ${seats} of ${students} seats`),
  );
}
