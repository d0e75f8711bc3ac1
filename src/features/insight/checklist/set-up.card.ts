import { institutionsInView, membershipIn, type Actor, can } from '#kernel/actor.ts';
import type { DashletServices } from '#kernel/contracts/dashlet.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { type Db, isOneOf, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { backupAge } from '#features/insight/dashlets/ready/backup-age.ts';
import type { Permission } from '#kernel/permissions.ts';

export type StepKey =
  | 'terms'
  | 'classes'
  | 'arms'
  | 'courses'
  | 'students'
  | 'guardians'
  | 'employees'
  | 'teachers'
  | 'colleagues'
  | 'grading'
  | 'fees'
  | 'messages'
  | 'logo'
  | 'site'
  | 'backup';

export interface Step {
  key: StepKey;
  isDone: boolean;
  /** 'Students: 500'. */
  count?: number;
  note?: string;
  /** Where it is done. */
  href: string;
}

interface StepKind {
  key: StepKey;
  may: Permission;
  state(facts: SetUpFacts, backup: BackupFact): Omit<Step, 'key'> | null;
}

const templates = '/structure/templates';

/** In the order in which a school is set up. A step that the viewer cannot do is not shown. */
const stepKinds: readonly StepKind[] = [
  {
    key: 'terms',
    may: 'structure.edit',
    state: ({ terms, classes, sessionId }) => ({
      isDone: terms > 0,
      count: terms,
      href: classes === 0 ? templates : sessionId ? `/academic-sessions/${sessionId}/edit` : '/academic-sessions/new',
    }),
  },
  {
    key: 'classes',
    may: 'structure.edit',
    state: ({ classes }) => ({ isDone: classes > 0, count: classes, href: classes ? '/classes' : templates }),
  },
  {
    key: 'arms',
    may: 'structure.edit',
    state: ({ arms, classes }) => ({
      isDone: arms > 0,
      count: arms,
      href: arms ? '/batches' : classes ? '/batches/new' : templates,
    }),
  },
  {
    key: 'courses',
    may: 'structure.edit',
    state: ({ arms, emptyArms, emptyArmId }) => ({
      isDone: arms > 0 && emptyArms === 0,
      ...(arms > 0 && emptyArms > 0 && { note: `${emptyArms} of ${arms} have none` }),
      href: emptyArmId ? `/batches/${emptyArmId}/courses` : arms ? '/courses' : templates,
    }),
  },
  {
    key: 'students',
    may: 'students.import',
    state: ({ students }) => ({ isDone: students > 0, count: students, href: '/imports/new?kind=students' }),
  },
  {
    key: 'guardians',
    may: 'guardians.import',
    state: ({ guardians }) => ({
      isDone: guardians > 0,
      ...(guardians <= mostCounted && { count: guardians }),
      href: '/imports/new?kind=guardians',
    }),
  },
  {
    key: 'employees',
    may: 'employees.import',
    state: ({ employees }) => ({ isDone: employees > 0, count: employees, href: '/imports/new?kind=employees' }),
  },
  {
    key: 'teachers',
    may: 'structure.edit',
    state: ({ arms, offerings, untaught, untaughtArmId }) => ({
      isDone: offerings > 0 && untaught === 0,
      ...(untaught > 0 && { note: `${untaught} of ${offerings} have none` }),
      href: untaughtArmId ? `/batches/${untaughtArmId}/courses` : arms ? '/batches' : templates,
    }),
  },
  {
    key: 'colleagues',
    may: 'accounts.edit',
    // Those who have a record already are invited together.
    state: ({ colleagues, employees }) => ({
      isDone: colleagues > 0,
      count: colleagues,
      href: employees > 0 ? '/employees?sign_in=without' : '/accounts/new',
    }),
  },
  {
    key: 'grading',
    may: 'assessment.edit',
    state: ({ schemes }) => ({ isDone: schemes > 0, count: schemes, href: '/assessment' }),
  },
  {
    key: 'fees',
    may: 'fees.edit',
    state: ({ fees }) => ({ isDone: fees > 0, count: fees, href: fees > 0 ? '/fees' : '/fees/new' }),
  },
  {
    key: 'messages',
    may: 'sending.settings',
    state: ({ hasProvider }) => ({ isDone: hasProvider, href: '/message-providers' }),
  },
  {
    key: 'logo',
    may: 'institutions.edit',
    state: ({ hasLogo, institutionId }) => ({ isDone: hasLogo, href: `/institutions/${institutionId}/edit` }),
  },
  {
    key: 'site',
    may: 'site.edit',
    state: ({ isSitePublished }) => ({ isDone: isSitePublished, href: '/site' }),
  },
  {
    key: 'backup',
    may: 'accounts.edit',
    state: (_, backup) =>
      backup === undefined
        ? null
        : { isDone: backup !== null, ...(backup && { note: `${backup} ago` }), href: '/backups' },
  },
];

const open = sql`b.institution_id = i.id and a.is_current and b.closed_at is null`;
const openArms = sql`batches b join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id) and ${open}`;
const isEmpty = sql`not exists (select from course_offerings o where o.institution_id = b.institution_id and o.batch_id = b.id)`;

/** What these institutions have, in one statement; those that were added last come first. */
export const readFacts = (db: Db, actor: Actor, ids: readonly number[], { isOpen = false } = {}) =>
  query<SetUpFacts>(db)`
    select i.id as "institutionId", d.institution_id is not null as "isDismissed", s.id::bigint as "sessionId",
      (select count(*)::int from terms t where t.institution_id = i.id and t.session_id = s.id) as terms,
      (select count(*)::int from classes c where c.institution_id = i.id) as classes,
      arms.total::int as arms, arms.empty::int as "emptyArms", arms.first::bigint as "emptyArmId",
      (select coalesce(sum(n.students), 0)::int from batch_counts n where n.institution_id = i.id) as students,
      (select count(*)::int from (select from guardians g where g.institution_id = i.id and g.merged_into_id is null
        limit ${mostCounted + 1}) g) as guardians,
      taught.offerings::int as offerings, taught.untaught::int as untaught, taught.first::bigint as "untaughtArmId",
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
    order by i.id desc limit ${mostRead}`;

/** A group has many institutions, of which few are new. */
const mostRead = 5;

/** A school of more has its guardians: how many is not counted each time that an owner comes home. */
const mostCounted = 2000;

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

/** What an institution has of each step. */
interface SetUpFacts extends Record<string, unknown> {
  institutionId: number;
  isDismissed: boolean;
  sessionId: number | null;
  terms: number;
  classes: number;
  arms: number;
  /** Class arms without a subject. */
  emptyArms: number;
  emptyArmId: number | null;
  students: number;
  /** Counted up to `mostCounted`. */
  guardians: number;
  /** Subjects of open class arms, and those without a teacher. */
  offerings: number;
  untaught: number;
  untaughtArmId: number | null;
  schemes: number;
  fees: number;
  /** A provider of SMS or e-mail is on. */
  hasProvider: boolean;
  hasLogo: boolean;
  employees: number;
  /** Accounts besides the viewer's. */
  colleagues: number;
  isSitePublished: boolean;
}

/** The age of the latest backup, as text; null before the first, undefined where this server makes none. */
type BackupFact = string | null | undefined;

export interface SetUpCardProps {
  institutionId: number;
  institution: string;
  steps: Step[];
}

/** The institution in view that was added last and is not set up; null if all are, or their lists were dismissed. */
async function loadSetUp(db: Db, actor: Actor, wanted: number | undefined, services: DashletServices) {
  const ids = institutionsInView(actor, wanted, 'institutions.edit');
  if (ids.length === 0) return null;
  const backup = backupFact(services);
  for (const facts of await readFacts(db, actor, ids, { isOpen: true })) {
    const { institutionId } = facts;
    const steps = stepsOf(actor, facts, backup);
    if (steps.some(({ isDone }) => !isDone))
      return { institutionId, institution: membershipIn(actor, institutionId)!.name, steps };
  }
  return null;
}

export const setUpCard: HomeCard = {
  place: 5,
  may: ['institutions.edit'],
  component: 'checklist/set-up',
  load: loadSetUp,
};
