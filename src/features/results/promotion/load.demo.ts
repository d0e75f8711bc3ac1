import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';
import type { RuleContent } from './rules/save-rule.ts';

/** Once the results of the past session are published. */
export const steps: DemoStep[] = [
  {
    place: 120,
    async load(tx, { school, college }) {
      await insertRule(tx, school.id, 40_00);
      await insertRule(tx, college.id, 1_50);
      for (const { id } of [school, college]) await insertPromotions(tx, id);
    },
  },
];

/** An average, or a CGPA, for all classes. */
async function insertRule(tx: Tx, institutionId: number, averageAtLeast: number): Promise<void> {
  const content: RuleContent = {
    promote: {
      averageAtLeast,
      compulsory: [],
      passesAtLeast: null,
      passAt: null,
      attendanceAtLeast: null,
      feesPaid: false,
    },
    onTrial: null,
  };
  await tx.execute(sql`insert into promotion_rules (institution_id, version, content)
    values (${institutionId}, 1, ${JSON.stringify(content)}::jsonb)`);
}

/**
 * How the past session ended for everybody who was in it, as one run that was approved and carried out. Where it ended
 * otherwise than by the rule, somebody gave a reason.
 */
async function insertPromotions(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with past as (
      select id, (select id from academic_sessions where institution_id = ${institutionId} and is_current) as next, ends_on
      from academic_sessions where institution_id = ${institutionId} and not is_current order by starts_on desc limit 1),
    ended as (
      select e.student_id, e.batch_id, e.id as closed, n.id as opened,
        case e.outcome when 'repeated' then 'repeat' else e.outcome end as outcome, r.average, c.next_class_id is null as is_last
      from past join enrolments e on e.institution_id = ${institutionId} and e.session_id = past.id
        and e.outcome in ('promoted', 'repeated', 'graduated')
      join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      left join lateral (select id from enrolments n where (n.institution_id, n.student_id, n.session_id)
        = (e.institution_id, e.student_id, past.next) order by n.from_date, n.id limit 1) n on true
      left join lateral (select round(split_part(x.exact, '/', 1)::numeric / coalesce(nullif(split_part(x.exact, '/', 2), ''), '1')::numeric, 2) as average
        from published_results p join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id) and t.session_id = past.id
        cross join lateral (select coalesce(p.content #>> '{summary,cgpa,value}', p.content #>> '{summary,cumulative}',
          p.content #>> '{summary,average}') as exact) x
        where (p.institution_id, p.student_id) = (e.institution_id, e.student_id) and p.replaced_at is null
        order by t.position desc limit 1) r on true),
    rule as (
      select id, trim_scale((content #>> '{promote,averageAtLeast}')::numeric / 100) as least,
        case when (content #>> '{promote,averageAtLeast}')::int < 1000 then 'CGPA' else 'Average' end as words
      from promotion_rules where institution_id = ${institutionId}),
    run as (
      insert into promotion_runs (institution_id, session_id, to_session_id, students, created_at)
      select ${institutionId}, past.id, past.next, (select count(*) from ended), past.ends_on + interval '20 days'
      from past where exists (select from ended) returning id, session_id, created_at)
    insert into promotion_decisions (institution_id, session_id, student_id, batch_id, outcome, proposed, reasons, note,
      rule_id, average, approved_at, run_id, closed_enrolment_id, opened_enrolment_id)
    select ${institutionId}, run.session_id, e.student_id, e.batch_id, e.outcome, p.proposed,
      case when e.average is null then '["No published result in this session."]'
        else jsonb_build_array(rule.words || ' ' || e.average || case when e.average >= rule.least then ' is at least ' else ' is below ' end || rule.least || '.') end,
      case when p.proposed <> e.outcome then
        case e.outcome when 'repeat' then 'Repeats at the request of the parents' else 'Passed the tests at the start of the session' end end,
      rule.id, e.average, run.created_at, run.id, e.closed, e.opened
    from ended e cross join run cross join rule cross join lateral (select case when e.average is null then 'undecided'
      when e.average < rule.least then 'repeat' when e.is_last then 'graduated' else 'promoted' end as proposed) p
    order by e.student_id`);
}
