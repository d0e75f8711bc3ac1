import type { Kind } from '#test/faults/notes.ts';

const audit = (action: string, mark: string, which = 'true') =>
  `select ${mark} as mark from audit_entries where action = '${action}' and institution_id = 1 and ${which}`;

const applicationEntry = (action: string) => `
  select a.surname as mark from audit_entries w join applications a on (a.institution_id, a.id) = (w.institution_id, w.subject_id)
  where w.action = 'admissions.${action}' and w.subject_type = 'application' and a.surname like 'Applying %'`;

/**
 * By kind, where the marks of requests are found: in the rows that they wrote, and in the audit log. A kind whose rows
 * keep no mark is held by the sentences above.
 */
export const ledgers: Partial<Record<Kind, { rows?: string; entries: string }>> = {
  admission: {
    rows: `select surname as mark from students where surname like 'Admitted %'`,
    // Those of imports say so, and are held by the sentences above.
    entries: audit(
      'students.create',
      `substring(summary from 'admitted New (.*) as ')`,
      `summary like 'admitted New %'`,
    ),
  },
  message: {
    rows: `select split_part(body, ':', 1) as mark from messages where body like 'Message F%' and queued_at is not null`,
    entries: `select split_part(m.body, ':', 1) as mark from audit_entries w
      join messages m on (m.institution_id, m.id) = (w.institution_id, w.subject_id)
      where w.action = 'messages.send' and w.subject_type = 'composed_message' and m.body like 'Message F%'`,
  },
  edit: { entries: audit('students.edit', `details -> 'changes' -> 'city' ->> 'to'`) },
  status: {
    entries: audit('students.changeStatus', `details ->> 'reason'`, `details ->> 'reason' like '%: Admitted%'`),
  },
  course: {
    rows: `select code as mark from courses where title like 'Course F%'`,
    entries: audit('structure.createCourse', `split_part(summary, ' ', 2)`),
  },
  // With its teacher, or not at all.
  batch: {
    rows: `select b.name as mark from batches b join batch_teachers t on (t.institution_id, t.batch_id) = (b.institution_id, b.id)
      where b.name like 'Arm F%'`,
    entries: audit('structure.createBatch', `details ->> 'name'`),
  },
  upload: {
    rows: `select f.name as mark from files f join imports i on (i.institution_id, i.file_id) = (f.institution_id, f.id)`,
    entries: audit('students.import.upload', `substring(summary from 'uploaded (.*) with ')`),
  },
  run: {
    entries: `select f.name as mark from audit_entries w join imports i on (i.institution_id, i.id) = (w.institution_id, w.subject_id)
      join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id) where w.action = 'students.import.start'`,
  },
  payment: {
    rows: `select reference as mark from payments where reference like 'F%-PAY-%'`,
    entries: `select p.reference as mark from audit_entries w
      join payments p on (p.institution_id, p.id) = (w.institution_id, w.subject_id)
      where w.action = 'payments.take' and w.subject_type = 'payment' and p.reference like 'F%-PAY-%'`,
  },
  webhook: {
    rows: `select reference as mark from payments where reference like 'F%-WEB-%' and status = 'successful' and receipt_number is not null`,
    entries: `select p.reference as mark from audit_entries w
      join payments p on (p.institution_id, p.id) = (w.institution_id, w.subject_id)
      where w.action = 'payments.creditOnline' and w.subject_type = 'payment' and p.reference like 'F%-WEB-%'`,
  },
  fee: {
    rows: `select title as mark from fees where title like 'Fee F%'`,
    entries: `select f.title as mark from audit_entries w join fees f on (f.institution_id, f.id) = (w.institution_id, w.subject_id)
      where w.action = 'fees.createFee' and w.subject_type = 'fee' and f.title like 'Fee F%'`,
  },
  application: {
    rows: `select surname as mark from applications where surname like 'Applying %'`,
    entries: applicationEntry('start'),
  },
  'sent application': {
    rows: `select surname as mark from applications where surname like 'Applying %' and status <> 'draft'`,
    entries: applicationEntry('submit'),
  },
  offer: {
    rows: `select surname as mark from applications where surname like 'Applying %' and offered_at is not null`,
    entries: applicationEntry('offered'),
  },
  'admitted applicant': {
    rows: `select s.surname as mark from students s join applications a on (a.institution_id, a.student_id) = (s.institution_id, s.id)
      where s.surname like 'Applying %'`,
    entries: applicationEntry('admit'),
  },
  order: {
    rows: `select n.reference as mark from orders o join online_payments n on (n.institution_id, n.payment_id) = (o.institution_id, o.payment_id)
      where o.status = 'fulfilled' and o.buyer_email like '%@faults.example'`,
    entries: `select n.reference as mark from audit_entries w join orders o on (o.institution_id, o.id) = (w.institution_id, w.subject_id)
      join online_payments n on (n.institution_id, n.payment_id) = (o.institution_id, o.payment_id)
      where w.action = 'orders.fulfil' and w.subject_type = 'order' and o.buyer_email like '%@faults.example'`,
  },
  mark: {
    entries: `select student_id || ':' || (entered #>> '{}') as mark from mark_changes
      where account_id is not null and correction_id is null`,
  },
  register: {
    rows: `select remark as mark from attendance_marks where remark like '%-REG-%'`,
    // A register's entries name it, not each mark; the sentences count them.
    entries: `select m.remark as mark from attendance_marks m where m.remark like '%-REG-%' and exists (
      select from audit_entries w where w.institution_id = m.institution_id and w.action in ('attendance.take', 'attendance.change')
        and (w.details ->> 'register')::bigint = m.register_id)`,
  },
  'correction request': {
    rows: `select reason as mark from result_corrections where reason like 'F%-COR-%'`,
    entries: `select a.payload ->> 'reason' as mark from audit_entries w
      join approvals a on (a.institution_id, a.id) = (w.institution_id, (w.details ->> 'approval')::bigint)
      where w.action = 'approvals.ask' and a.payload ->> 'reason' like 'F%-COR-%'`,
  },
  correction: {
    rows: `select reason as mark from result_corrections c where reason like 'F%-COR-%' and exists (
      select from published_results r where (r.institution_id, r.correction_id) = (c.institution_id, c.id))`,
    entries: `select c.reason as mark from audit_entries w
      join result_corrections c on (c.institution_id, c.id) = (w.institution_id, (w.details ->> 'correction')::bigint)
      where w.action = 'results.correct' and c.reason like 'F%-COR-%'`,
  },
  publication: {
    rows: `select s.id::text as mark from mark_sheets s where s.institution_id = 1 and s.state = 'published' and not exists (
      select from audit_entries w where w.action = 'results.publish' and w.account_id is null
        and (w.institution_id, w.subject_id) = (s.institution_id, s.id))`,
    entries: audit('results.publish', 'subject_id::text', 'account_id is not null'),
  },
  'promotion decision': { entries: audit('promotion.decide', `details ->> 'reason'`) },
  // By the reason of the decision that was carried out.
  promotion: {
    entries: `select (select d.details ->> 'reason' from audit_entries d where d.action = 'promotion.decide'
        and (d.institution_id, d.subject_id) = (w.institution_id, w.subject_id) and d.id < w.id order by d.id desc limit 1) as mark
      from audit_entries w where w.action = 'promotion.carryOut' and w.institution_id = 1`,
  },
  'promotion undo': {
    rows: `select undo_reason as mark from promotion_runs where undo_reason like 'F%-PRO-%'`,
    entries: audit('promotion.undo', `details ->> 'reason'`),
  },
  registration: {
    rows: `select r.student_id::text as mark from course_registrations r
      join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id) where s.surname = 'Registering'`,
    // Once returned it is entered again.
    entries: `select distinct w.subject_id::text as mark from audit_entries w
      join students s on (s.institution_id, s.id) = (w.institution_id, w.subject_id)
      where w.action = 'registration.enter' and s.surname = 'Registering'`,
  },
  'registration return': { entries: audit('registration.return', `details ->> 'remark'`) },
  'sign-in': {
    rows: `select address as mark from sessions where address like '10.%'`,
    entries: audit('accounts.signIn', `details ->> 'address'`, `details ->> 'address' like '10.%'`),
  },
};
