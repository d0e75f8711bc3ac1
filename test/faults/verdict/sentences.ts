import { resultSentences } from './result-sentences.ts';

/** Sentences that hold for every row at any moment, each as the query for what breaks it. */
export const sentences: Record<string, string> = {
  ...resultSentences,
  'student whose batch is not that of the one open enrolment': `
    select s.id from students s
    left join enrolments e on (e.institution_id, e.student_id) = (s.institution_id, s.id) and e.to_date is null
    group by s.institution_id, s.id, s.batch_id
    having count(e.id) <> (s.batch_id is not null)::int or min(e.batch_id) is distinct from s.batch_id`,
  'assignment whose count is not that of its enrolments': `
    select a.id from batch_assignments a
    left join enrolments e on (e.institution_id, e.assignment_id) = (a.institution_id, a.id)
    group by a.institution_id, a.id
    having count(e.id) <> case when a.undone_at is null then a.student_count else 0 end`,
  'assignment without exactly one audit entry that names its students': `
    select a.id from batch_assignments a
    left join audit_entries w on w.institution_id = a.institution_id and w.action = 'students.assignBatch' and (w.details ->> 'assignment')::bigint = a.id
    where a.account_id is not null
    group by a.institution_id, a.id having count(w.id) <> 1 or min(jsonb_array_length(w.details -> 'students')) <> a.student_count`,
  'assignment that is undone without an audit entry, or the other way round': `
    select a.id from batch_assignments a
    left join audit_entries w on w.institution_id = a.institution_id and w.action = 'students.undoAssignment' and (w.details ->> 'assignment')::bigint = a.id
    group by a.institution_id, a.id having count(w.id) <> (a.undone_at is not null)::int`,
  'audit entry of an assignment that is not there': `
    select w.id from audit_entries w
    where w.action in ('students.assignBatch', 'students.undoAssignment')
      and not exists (select from batch_assignments a where (a.institution_id, a.id) = (w.institution_id, (w.details ->> 'assignment')::bigint))`,
  'enrolment closed by an assignment that was undone': `
    select e.id from enrolments e
    join batch_assignments a on (a.institution_id, a.id) = (e.institution_id, e.closed_by_assignment_id) where a.undone_at is not null`,
  'student who is not what the last edit says': `
    select id from (
      select distinct on (s.id) s.id, s.city, w.details -> 'changes' -> 'city' ->> 'to' as said
      from audit_entries w join students s on (s.institution_id, s.id) = (w.institution_id, w.subject_id)
      where w.action = 'students.edit' order by s.id, w.id desc) last where city is distinct from said`,
  'student whose status is not what the last change says': `
    select id from (
      select distinct on (s.id) s.id, s.status, w.details ->> 'to' as said
      from audit_entries w join students s on (s.institution_id, s.id) = (w.institution_id, w.subject_id)
      where w.action = 'students.changeStatus' order by s.id, w.id desc) last where status <> said`,
  'student who has left and sits in a batch': `
    select id from students where status not in ('active', 'suspended') and batch_id is not null`,
  'import whose upload has no file': `
    select i.id from imports i
    where not exists (select from files f where (f.institution_id, f.id) = (i.institution_id, i.file_id) and f.purpose = 'import')`,
  'file that nothing refers to': `
    select f.id from files f
    where not exists (select from imports i where (i.institution_id, i.file_id) = (f.institution_id, f.id))
      and not exists (select from site_picture_sizes z where (z.institution_id, z.file_id) = (f.institution_id, f.id))
      and not exists (select from institutions i where (i.id, i.logo_file_id) = (f.institution_id, f.id))
      and not exists (select from application_papers p where (p.institution_id, p.file_id) = (f.institution_id, f.id))
      and not exists (select from documents d where (d.institution_id, d.file_id) = (f.institution_id, f.id))`,
  'admitted applicant without a student, or a student of two applications': `
    select a.id from applications a left join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id)
    where (a.status = 'admitted') <> (s.id is not null)
    union all select min(id) from applications where student_id is not null group by institution_id, student_id having count(*) > 1`,
  'application with a number twice, or sent without one': `
    select min(id) from applications where status <> 'draft' group by institution_id, number having count(*) > 1 or number is null`,
  'order of pins that is fulfilled without as many pins': `
    select o.id from orders o left join pins p on (p.institution_id, p.order_id) = (o.institution_id, o.id) and p.status in ('sold', 'used', 'void')
    where o.kind = 'pins' and o.status = 'fulfilled' and not o.has_cards
    group by o.institution_id, o.id, o.quantity having count(p.serial) <> o.quantity`,
  'application that was opened with two pins': `
    select min(serial) from pins where application_id is not null group by institution_id, application_id having count(*) > 1`,
  'mark that is not what was entered last': `
    select h.student_id as id from (
      select distinct on (institution_id, student_id, term_id, course_id, component) * from mark_changes
      order by institution_id, student_id, term_id, course_id, component, id desc) h
    left join marks m on (m.institution_id, m.student_id, m.term_id, m.course_id)
      = (h.institution_id, h.student_id, h.term_id, h.course_id)
    where h.account_id is not null and m.entries -> h.component is distinct from h.entered`,
  'register whose entries in the audit log name another number of marks than it has': `
    select r.id from attendance_registers r join audit_entries w on w.institution_id = r.institution_id
      and w.action in ('attendance.take', 'attendance.change') and (w.details ->> 'register')::bigint = r.id
    where exists (select from attendance_marks m where (m.institution_id, m.register_id) = (r.institution_id, r.id) and m.remark like '%-REG-%')
    group by r.institution_id, r.id, r.roll having sum((w.details ->> 'marks')::int) <> cardinality(r.roll)`,
  'total of attendance that is not that of the registers': `
    select coalesce(t.student_id, c.student_id) as id from attendance_totals t full join (
      select r.institution_id, r.term_id, s.id as student_id, coalesce(r.offering_id, 0) as offering_id, count(*) as called,
        count(*) filter (where m.kind = 'absent') as absent, count(*) filter (where m.kind = 'sick') as sick
      from attendance_registers r cross join unnest(r.roll) s (id) left join attendance_marks m
        on (m.institution_id, m.register_id, m.student_id) = (r.institution_id, r.id, s.id)
      group by 1, 2, 3, 4) c
      on (c.institution_id, c.term_id, c.student_id, c.offering_id) = (t.institution_id, t.term_id, t.student_id, t.offering_id)
    where (t.called, t.absent, t.sick) is distinct from (c.called, c.absent, c.sick)`,
  'import that is at work without a job': `
    select i.id from imports i
    where i.state in ('checking', 'running') and not exists (
      select from pgboss.job j where j.name = case i.state when 'checking' then 'imports.check' else 'imports.run' end
        and (j.data ->> 'importId')::bigint = i.id and j.state in ('created', 'retry', 'active'))`,
  'payment without exactly one audit entry of taking it': `
    select p.id from payments p
    left join audit_entries w on w.institution_id = p.institution_id and w.action = 'payments.take'
      and w.subject_type = 'payment' and w.subject_id = p.id
    where p.reference like 'F%-PAY-%' group by p.institution_id, p.id having count(w.id) <> 1`,
  'online payment that is credited without its entry in the books, or the other way round': `
    select o.id from online_payments o left join ledger_entries e
      on (e.institution_id, e.source, e.source_id) = (o.institution_id, 'payment', o.payment_id)
    where o.reference like 'F%-WEB-%' group by o.institution_id, o.id, o.status having count(e.id) <> (o.status = 'paid')::int`,
  'billing run whose figures are not those of its invoices': `
    select r.id from fee_runs r left join invoices i on (i.institution_id, i.run_id) = (r.institution_id, r.id)
    group by r.institution_id, r.id, r.billed_count, r.billed_total
    having count(i.id) <> r.billed_count or coalesce(sum(i.total), 0) <> r.billed_total`,
  'billing run that is at work without a job': `
    select r.id from fee_runs r where r.state in ('queued', 'running') and not exists (
      select from pgboss.job j where j.name = 'fees.bill' and (j.data ->> 'runId')::bigint = r.id
        and j.state in ('created', 'retry', 'active'))`,
  'composed message whose recipients are not its rows of the queue, each once': `
    select m.id from messages m left join outbox o on (o.institution_id, o.message_id) = (m.institution_id, m.id)
    where m.body like 'Message F%' group by m.institution_id, m.id, m.recipient_count
    having count(o.id) <> m.recipient_count or count(distinct (o.channel, o.recipient)) <> count(o.id)`,
  'composed message whose totals are not those of its rows': `
    select m.id from messages m
    cross join lateral (select state, coalesce(network, '') as network, count(*) as n from outbox o
      where (o.institution_id, o.message_id) = (m.institution_id, m.id) group by 1, 2) r
    full join message_totals t on (t.institution_id, t.message_id, t.state, t.network) = (m.institution_id, m.id, r.state, r.network)
    where coalesce(r.n, 0) <> coalesce(t.recipients, 0)`,
  'session without an audit entry of signing in': `
    select s.id from sessions s
    where s.address is not null and not exists (
      select from audit_entries w where w.action = 'accounts.signIn' and w.account_id = s.account_id and w.details ->> 'address' = s.address)`,
};
