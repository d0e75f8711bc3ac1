import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

interface Text {
  title: string;
  body: string;
  to: ('employees' | 'students' | 'guardians')[];
  /** Days from today. */
  from: number;
  until: number | null;
  more?: 'pinned' | 'public' | 'draft';
}

const texts: Text[] = [
  {
    title: 'Mid-term break',
    body: 'School closes for the mid-term break on **Thursday at 1 pm**. Boarders leave with a parent or guardian.\n\nLessons resume on Monday at 7:45 am.',
    to: ['employees', 'students', 'guardians'],
    from: -3,
    until: 14,
    more: 'pinned',
  },
  {
    title: 'PTA general meeting',
    body: 'The meeting holds in the assembly hall on Saturday at 10 am.\n\n- Report of the treasurer\n- Extension of the science block\n- Any other business',
    to: ['guardians'],
    from: -8,
    until: 10,
  },
  {
    title: 'Admission forms are on sale',
    body: 'Forms for the next session are sold at the bursary and online. The entrance examination holds on the second Saturday of May.',
    to: ['employees', 'students', 'guardians'],
    from: -12,
    until: 60,
    more: 'public',
  },
  {
    title: 'Marks are due on Friday',
    body: 'Please finish the marks of the second test by Friday, 4 pm. Sheets are locked at the weekend.',
    to: ['employees'],
    from: -1,
    until: 5,
  },
  {
    title: 'Library opens until 6 pm',
    body: 'From this week the library is open until 6 pm on school days. Bring your library card.',
    to: ['students'],
    from: -20,
    until: null,
  },
  {
    title: 'Inter-house sports',
    body: 'Draft: ask the games master for the order of events.',
    to: ['employees', 'students', 'guardians'],
    from: 7,
    until: 30,
    more: 'draft',
  },
];

/** Notices of the last weeks, some of them read. */
export async function insertNotices(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with notice as (
      insert into notices (institution_id, title, body, to_employees, to_students, to_guardians, from_day, until_day, is_pinned,
        is_public, state, published_at, announced_at, author, created_at, updated_at)
      select ${institutionId}, t.title, t.body, t."to" ? 'employees', t."to" ? 'students', t."to" ? 'guardians',
        current_date + t."from", current_date + t.until, t.more is not distinct from 'pinned', t.more is not distinct from 'public',
        case when t.more is not distinct from 'draft' then 'draft' else 'published' end,
        case when t.more is distinct from 'draft' then t.at end, case when t.more is distinct from 'draft' then t.at end,
        'School office', t.at, t.at
      from (select t.*, date_trunc('day', now()) + make_interval(days => least(t."from", 0), hours => 8) as at
        from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
          as t(title text, body text, "to" jsonb, "from" int, until int, more text)) t
      returning institution_id, id, state, to_employees, published_at)
    insert into notice_reads (institution_id, notice_id, account_id, read_at)
    select n.institution_id, n.id, m.account_id, n.published_at + make_interval(mins => (m.account_id * 37 % 500)::int)
    from notice n join memberships m on m.institution_id = n.institution_id and m.employee_id is not null
    where n.state = 'published' and n.to_employees and (n.id + m.account_id) % 3 > 0`);
}
