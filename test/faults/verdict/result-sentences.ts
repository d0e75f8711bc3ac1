/** An exact figure of a result, such as '1250/3', as the summary shows it. */
const rounded = (
  path: string,
) => `(select round(split_part(x, '/', 1)::numeric / coalesce(nullif(split_part(x, '/', 2), ''), '1')::numeric, 2)
  from (select r.content #>> '{summary,${path}}') f (x))`;

/** What holds of results, promotions and registrations. */
export const resultSentences: Record<string, string> = {
  'publication whose results are not those that it counted': `
    select s.id from mark_sheets s
    join audit_entries w on w.action = 'results.publish' and (w.institution_id, w.subject_id) = (s.institution_id, s.id)
    left join published_results r on (r.institution_id, r.term_id, r.batch_id) = (s.institution_id, s.term_id, s.batch_id)
      and r.correction_id is null
    group by s.institution_id, s.id, w.id, w.details having count(r.id) <> (w.details ->> 'results')::int`,
  'published sheet without exactly one entry of its publication, or an entry of another sheet': `
    select s.id from mark_sheets s left join audit_entries w
      on w.action = 'results.publish' and (w.institution_id, w.subject_id) = (s.institution_id, s.id)
    group by s.institution_id, s.id, s.state having count(w.id) <> (s.state = 'published')::int`,
  'correction that was agreed to without its marks or results, or the other way round': `
    select c.id from result_corrections c
    join approvals a on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
    cross join lateral (select count(*) as cells from result_correction_cells k
      where (k.institution_id, k.correction_id) = (c.institution_id, c.id)) k
    cross join lateral (select count(*) as changes from mark_changes h
      where (h.institution_id, h.correction_id) = (c.institution_id, c.id)) h
    cross join lateral (select count(*) as results from published_results r
      where (r.institution_id, r.correction_id) = (c.institution_id, c.id)) r
    where h.changes <> case when a.outcome in ('approved', 'completed') then k.cells else 0 end
      or (r.results > 0) <> coalesce(a.outcome in ('approved', 'completed'), false)`,
  'summary that is not that of the latest published result': `
    select r.student_id as id from (
      select distinct on (p.institution_id, p.student_id) p.* from published_results p
      join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
      where p.replaced_at is null order by p.institution_id, p.student_id, t.starts_on desc, p.id desc) r
    left join result_summaries s on (s.institution_id, s.student_id) = (r.institution_id, r.student_id)
    where (s.average, s.cumulative, s.position, s.position_of) is distinct from (${rounded('average')}, ${rounded('cumulative')},
      (r.content #>> '{summary,inBatch,position}')::int, (r.content #>> '{summary,inBatch,of}')::int)`,
  'promotion that is carried out without exactly one entry, or undone without one': `
    select r.id from promotion_runs r
    left join audit_entries w on w.institution_id = r.institution_id and (w.details ->> 'run')::bigint = r.id
      and w.action in ('promotion.carryOut', 'promotion.undo')
    where r.account_id is not null group by r.institution_id, r.id
    having count(*) filter (where w.action = 'promotion.carryOut') <> 1
      or count(*) filter (where w.action = 'promotion.undo') <> (r.undone_at is not null)::int`,
  'promotion whose students are not those that it moved': `
    select r.id from promotion_runs r
    left join promotion_decisions d on (d.institution_id, d.run_id) = (r.institution_id, r.id)
    group by r.institution_id, r.id having count(d.student_id) <> case when r.undone_at is null then r.students else 0 end`,
  'promoted student without the enrolments of it, or with two in the next session': `
    select d.student_id as id from promotion_decisions d
    join promotion_runs r on (r.institution_id, r.id) = (d.institution_id, d.run_id) and r.account_id is not null
    left join enrolments c on (c.institution_id, c.id) = (d.institution_id, d.closed_enrolment_id)
    left join enrolments o on (o.institution_id, o.id) = (d.institution_id, d.opened_enrolment_id)
    where c.to_date is null or c.outcome is distinct from 'promoted' or o.session_id is distinct from r.to_session_id
      or (select count(*) from enrolments e where (e.institution_id, e.student_id, e.session_id)
        = (d.institution_id, d.student_id, r.to_session_id)) <> 1`,
  'late registration without exactly one bill of its fee': `
    select r.id from course_registrations r
    left join invoices i on (i.institution_id, i.student_id, i.term_id) = (r.institution_id, r.student_id, r.term_id)
      and i.title like 'Late course registration%'
    where r.entered_by is not null and r.is_late
    group by r.institution_id, r.id having count(i.id) <> 1 or min(i.id) is distinct from r.invoice_id`,
  'approved registration whose courses are not those that the student takes': `
    select r.id from course_registrations r where r.state = 'approved' and exists (
      (select course_id from registration_choices c where (c.institution_id, c.registration_id) = (r.institution_id, r.id)
        except select course_id from registered_courses t
          where (t.institution_id, t.student_id, t.term_id) = (r.institution_id, r.student_id, r.term_id))
      union all (select course_id from registered_courses t
          where (t.institution_id, t.student_id, t.term_id) = (r.institution_id, r.student_id, r.term_id)
        except select course_id from registration_choices c where (c.institution_id, c.registration_id) = (r.institution_id, r.id)))`,
  'registration that is not what its last entry says': `
    select id from (
      select distinct on (r.institution_id, r.id) r.id, r.state, w.action from course_registrations r
      join audit_entries w on w.action in ('registration.enter', 'registration.approve', 'registration.return')
        and (w.institution_id, w.subject_type, w.subject_id) = (r.institution_id, 'student', r.student_id)
      where r.entered_by is not null order by r.institution_id, r.id, w.id desc) last
    where state <> case action when 'registration.enter' then 'submitted' when 'registration.approve' then 'approved' else 'returned' end`,
  'student of a promotion that was undone who is not back': `
    select s.id from students s join promotion_decisions d on (d.institution_id, d.student_id) = (s.institution_id, s.id)
    where s.surname = 'Promoting' and d.run_id is null and (s.batch_id <> d.batch_id or exists (
      select from enrolments e where (e.institution_id, e.student_id) = (s.institution_id, s.id)
        and (e.to_date is not null or e.session_id <> d.session_id)))`,
};
