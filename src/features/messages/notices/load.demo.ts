import type { DemoStep } from '#web/feature.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

interface Composed {
  subject: string;
  body: string;
  /** Days ago. */
  ago: number;
  channel: 'sms' | 'email';
  state: 'done' | 'paused' | 'stopped';
}

const composed: Composed[] = [
  {
    subject: 'Resumption',
    body: 'Dear {title_surname}, school resumes on Monday at 7:45 am. Please send {student_first_name} back in full uniform.',
    ago: 29,
    channel: 'sms',
    state: 'done',
  },
  {
    subject: 'Newsletter',
    body: 'Dear {title_surname}, thank you for a good start of the term. The calendar of the term is on our site.',
    ago: 21,
    channel: 'email',
    state: 'done',
  },
  {
    subject: 'PTA meeting',
    body: 'Dear {title_surname}, the PTA meeting holds on Saturday at 10 am in the assembly hall. Please be punctual.',
    ago: 12,
    channel: 'sms',
    state: 'done',
  },
  {
    subject: 'Excursion',
    body: 'Dear {title_surname}, the excursion to Olumo Rock is postponed. A new date follows.',
    ago: 6,
    channel: 'sms',
    state: 'stopped',
  },
  {
    subject: 'Open session',
    body: 'Dear {title_surname}, come to our open day and see the work of {student_first_name} and others.',
    ago: 1,
    channel: 'sms',
    state: 'paused',
  },
];

/** Most arrive; the rest shows everything that can happen. No row waits for a provider: none is switched on. */
const fate = (
  n: SQL,
) => sql`case when ${n} % 23 = 0 then 'undelivered' when ${n} % 29 = 0 then 'failed' when ${n} % 41 = 0 then 'uncertain'
  when ${n} % 11 = 0 then 'sent' when ${n} % 13 = 0 then 'kept' else 'delivered' end`;
const answer = sql`case s.state when 'undelivered' then 'The phone was off or out of reach for 24 hours.'
  when 'failed' then 'The network refused the number.' when 'uncertain' then 'The provider did not answer in time.' end`;

/** As if the last digit said the network. */
const network = (
  number: SQL,
) => sql`(array['MTN', 'MTN', 'MTN', 'MTN', 'Airtel', 'Airtel', 'Airtel', 'Glo', 'Glo', '9mobile'])
  [right(${number}, 1)::int + 1]`;

/** A family each, with the child that the message is about. */
const families = (institutionId: number, most: number) => sql`
  select g.id as guardian_id, s.id as student_id, concat_ws(' ', g.title, g.surname) as guardian, s.first_name as child,
    coalesce(g.mobile, g.phone) as number, g.email, row_number() over (order by g.id) as n
  from guardians g
  cross join lateral (select s.id, s.first_name from student_guardians l join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
    where (l.institution_id, l.guardian_id) = (g.institution_id, g.id) and s.status = 'active' order by s.id limit 1) s
  where g.institution_id = ${institutionId} and coalesce(g.mobile, g.phone) is not null order by g.id limit ${most}`;

/** A month of messages: composed ones, and those of events. */
async function insertMessages(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with family as materialized (${families(institutionId, 90)}),
    message as (
      insert into messages (institution_id, channel, subject, body, audience, state, account_id, department_id, created_at, updated_at,
        queued_at, ended_at, recipient_count)
      select ${institutionId}, t.channel, t.subject, t.body, '{"of":"guardians","by":[{"kind":"all"}],"without":[]}', t.state,
        writer.account_id, writer.department_id,
        t.at, t.at, t.at, case when t.state <> 'paused' then t.at + interval '20 minutes' end,
        (select count(*) from family where t.channel = 'sms' or email is not null)
      from (select t.*, date_trunc('day', now()) - make_interval(days => t.ago) + interval '9 hours' as at
        from jsonb_to_recordset(${JSON.stringify(composed)}::jsonb)
          as t(subject text, body text, ago int, channel text, state text)) t
      left join (select m.account_id, d.id as department_id from memberships m
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        left join employees e on (e.institution_id, e.id) = (m.institution_id, m.employee_id)
        left join departments d on (d.institution_id, d.name) = (e.institution_id, e.department)
        where m.institution_id = ${institutionId} and r.key = 'registrar' order by 1 limit 1) writer on true
      order by t.ago desc returning id, channel, subject, body, state, queued_at)
    insert into outbox (institution_id, channel, recipient, subject, body, event, message_id, guardian_id, student_id, priority, state,
      failure, parts, network, price, created_at, sent_at, state_at)
    select ${institutionId}, s.channel, case s.channel when 'email' then s.email else s.number end,
      case s.channel when 'email' then s.subject end, s.text, 'messages.composed', s.message_id, s.guardian_id, s.student_id, 5, s.state,
      ${answer}, case s.channel when 'sms' then 1 end, case s.channel when 'sms' then ${network(sql`s.number`)} end,
      case s.channel when 'sms' then 400 end, s.queued_at,
      case when s.state in ('sent', 'delivered', 'undelivered') then s.queued_at + make_interval(secs => s.n * 2) end,
      s.queued_at + make_interval(secs => s.n * 3)
    from (select f.*, m.id as message_id, m.channel, m.subject, m.queued_at,
        replace(replace(m.body, '{title_surname}', f.guardian), '{student_first_name}', f.child) as text,
        case when m.state = 'done' then ${fate(sql`(f.n + m.id)`)} when f.n % 3 = 0 then 'delivered' else m.state end as state
      from message m cross join family f where m.channel = 'sms' or f.email is not null) s
    order by s.queued_at, s.n`);
  await tx.execute(sql`
    with family as materialized (${families(institutionId, 40)}),
    institution as (select name, currency from institutions where id = ${institutionId})
    insert into outbox (institution_id, channel, recipient, body, event, needs, guardian_id, student_id, state, failure, parts, network,
      price, created_at, sent_at, state_at)
    select ${institutionId}, 'sms', s.number, s.body, s.event, s.needs, s.guardian_id, s.student_id, s.state, ${answer}, 1,
      ${network(sql`s.number`)}, 400, s.at, case when s.state in ('sent', 'delivered', 'undelivered') then s.at + interval '4 seconds' end,
      s.at + interval '9 seconds'
    from (select f.*, e.event, e.needs, e.body, ${fate(sql`f.n`)} as state,
        date_trunc('day', now()) - make_interval(days => (f.n % 28 + 1)::int) + make_interval(mins => (f.n * 7 + e.minute)::int) as at
      from family f cross join institution i cross join lateral (values
        ('attendance.absent', null, i.name || ': ' || f.child || ' was not in school today. Please call the office.', 540),
        ('fees.due', 'fees.view', i.name || ': ' || i.currency || ' ' || to_char(15000 + f.n % 7 * 5000, 'FM99,999') || '.00 of the fees of '
          || f.child || ' is due this month.', 600),
        ('results.published', 'results.view', i.name || ': the average of ' || f.child || ' is ' || (52 + f.n % 40) || '.4. Sign in to see the report card.', 780)
      ) e (event, needs, body, minute)
      where (f.n + e.minute / 60) % 3 > 0) s
    order by s.at`);
}

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
async function insertNotices(tx: Tx, institutionId: number): Promise<void> {
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
    select n.institution_id, n.id, m.account_id, n.published_at + make_interval(mins => (m.account_id % 500 * 37 % 500)::int)
    from notice n join memberships m on m.institution_id = n.institution_id and m.employee_id is not null
    where n.state = 'published' and n.to_employees and (n.id + m.account_id) % 3 > 0`);
}

const body = `Dear {title_surname},

School resumes after the mid-term break on Monday at 7:45 am. Please send {student_first_name} back in full uniform.

If you have a phone number now, please give it to the office so that we can reach you faster.`;

/**
 * A few families without phone and e-mail, and a letter to them. Nothing is known of the new tables’ sizes yet, so each
 * condition reads its table once and not for each guardian.
 */
async function insertLetters(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with chosen as (
      select l.guardian_id as id from student_guardians l
      join students s on s.institution_id = l.institution_id and s.id = l.student_id and s.status = 'active'
      where l.institution_id = ${institutionId}
        and l.guardian_id not in (select guardian_id from memberships
          where institution_id = ${institutionId} and guardian_id is not null)
        and l.guardian_id not in (select guardian_id from outbox
          where institution_id = ${institutionId} and guardian_id is not null)
      group by 1 order by 1 desc limit 9),
    unreached as (
      update guardians g set mobile = null, phone = null, email = null from chosen
      where g.institution_id = ${institutionId} and g.id = chosen.id and g.merged_into_id is null
      returning g.id, concat_ws(' ', g.title, g.first_name, g.middle_name, g.surname) as name, concat_ws(' ', g.title, g.surname) as called,
        array_remove(array[nullif(g.address, ''), nullif(concat_ws(', ', g.community, g.city), '')], null) as address),
    page as (
      select u.*, s.id as student_id, s.first_name, row_number() over (order by s.batch_name nulls last, s.sort_name, u.id) as place
      from unreached u
      join student_guardians l on l.institution_id = ${institutionId} and l.guardian_id = u.id
      join students s on s.institution_id = ${institutionId} and s.id = l.student_id and s.status = 'active'),
    letter as (
      insert into letters (institution_id, recipients, reach, subject, body, signed_by, letter_count, day, author, created_at)
      select ${institutionId}, 'guardians', 'unreached', 'After the mid-term break', ${body}, 'The principal', count(*), current_date - 9,
        'School office', now() - interval '9 days'
      from page having count(*) > 0 returning id)
    insert into letter_copies (institution_id, letter_id, place, guardian_id, student_id, name, address, subject, body)
    select ${institutionId}, letter.id, place, page.id, student_id, name, address, 'After the mid-term break',
      replace(replace(${body}::text, '{title_surname}', called), '{student_first_name}', first_name)
    from page cross join letter`);
}

/** Once families exist, after results and payments. */
export const steps: DemoStep[] = [
  {
    place: 125,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) {
        await insertMessages(tx, id);
        await insertNotices(tx, id);
        await insertLetters(tx, id);
      }
    },
  },
];
