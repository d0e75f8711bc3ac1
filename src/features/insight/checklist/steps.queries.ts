import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { DashletServices } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { backupAge } from '#features/insight/dashlets/ready/backup-age.ts';
import type { BackupFact, SetUpFacts } from './facts.ts';
import { stepKinds, type Step } from './steps.ts';

const open = sql`b.institution_id = i.id and a.is_current and b.closed_at is null`;
const openArms = sql`batches b join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id) and ${open}`;
const isEmpty = sql`not exists (select from course_offerings o where o.institution_id = b.institution_id and o.batch_id = b.id)`;

/** What these institutions have, in one statement; those that were added last come first. */
export const readFacts = (db: Db, actor: Actor, ids: readonly number[], { isOpen = false } = {}) =>
  query<SetUpFacts>(
    db,
    sql`select i.id as "institutionId", d.institution_id is not null as "isDismissed", s.id::int as "sessionId",
      (select count(*)::int from terms t where t.institution_id = i.id and t.session_id = s.id) as terms,
      (select count(*)::int from classes c where c.institution_id = i.id) as classes,
      arms.total::int as arms, arms.empty::int as "emptyArms", arms.first::int as "emptyArmId",
      (select coalesce(sum(n.students), 0)::int from batch_counts n where n.institution_id = i.id) as students,
      (select count(*)::int from guardians g where g.institution_id = i.id and g.merged_into_id is null) as guardians,
      taught.offerings::int as offerings, taught.untaught::int as untaught, taught.first::int as "untaughtArmId",
      (select count(*)::int from assessment_schemes m where m.institution_id = i.id and m.archived_at is null) as schemes,
      (select count(*)::int from fees f where f.institution_id = i.id and f.session_id = s.id) as fees,
      exists (select from message_providers p where p.institution_id = i.id and p.is_on and p.channel in ('sms', 'email')) as "hasProvider",
      i.logo_file_id is not null as "hasLogo",
      (select count(*)::int from employees e where e.institution_id = i.id) as employees,
      (select count(distinct m.account_id)::int from memberships m where m.institution_id = i.id
        and m.account_id is distinct from ${actor.accountId} and m.student_id is null and m.guardian_id is null) as colleagues,
      exists (select from sites w where w.institution_id = i.id and w.is_published) as "isSitePublished"
    from institutions i
    left join dismissed_checklists d on d.institution_id = i.id
    left join academic_sessions s on s.institution_id = i.id and s.is_current
    cross join lateral (select count(*) as total, count(*) filter (where ${isEmpty}) as empty,
      min(b.id) filter (where ${isEmpty}) as first from ${openArms}) arms
    cross join lateral (select count(*) as offerings, count(*) filter (where o.employee_id is null) as untaught,
      min(b.id) filter (where o.employee_id is null) as first
      from ${openArms} join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)) taught
    where ${isOneOf(sql`i.id`, ids)} ${isOpen ? sql`and d.institution_id is null` : sql``}
    order by i.id desc limit ${mostRead}`,
  );

/** A group has many institutions, of which few are new. */
const mostRead = 5;

export function backupFact({ backups }: DashletServices): BackupFact {
  if (!backups) return undefined;
  return backupAge(backups.latest())?.shown ?? null;
}

/** The steps that the viewer can do, with their states. */
export const stepsOf = (actor: Actor, facts: SetUpFacts, backup: BackupFact): Step[] =>
  stepKinds
    .filter(({ may }) => can(actor, may, facts.institutionId))
    .flatMap(({ key, state }) => {
      const found = state(facts, backup);
      return found ? { key, ...found } : [];
    });
