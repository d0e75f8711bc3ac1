import { and, eq, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, type Db, query } from '#kernel/database.ts';
import { birthdaysAhead } from '#features/records/people/birthdays.ts';
import { expiringCount } from '#features/records/people/documents/expiring-count.ts';
import { genders } from '#features/records/people/genders.ts';
import { expiringDocuments } from './expiring-documents.ts';
import { possibleDuplicates } from './possible-duplicates.ts';
import { maySeeStudents, visibleTo, seenWhole } from './students.policy.ts';
import { students } from './students.schema.ts';
import { countUnassigned, unassignedStudents } from './unassigned.queries.ts';

const staff = ['students.view', 'students.viewOwn'] as const;

/** More bars are no longer taken in at a glance. */
const mostClasses = 16;

const byProgram = (classes: ClassCount[]) =>
  [...Map.groupBy(classes, ({ programId }) => programId)].map(([id, own]) => ({
    id,
    name: own[0]!.program,
    of: 'program',
    female: own.reduce((all, { female }) => all + female, 0),
    male: own.reduce((all, { male }) => all + male, 0),
    others: own.reduce((all, { others }) => all + others, 0),
  }));

const byClass: ReadyDashlet = {
  key: 'students.by_class',
  label: 'Students by class',
  place: 10,
  size: 'wide',
  may: staff,
  description: 'Students by class and gender, or by programme if there are many classes.',
  empty: 'No students are in a class yet.',
  async load(db, actor, wanted) {
    const classes = await memoizeForActor(actor, `students.by_class ${wanted}`, () => classCounts(db, actor, wanted));
    if (classes.length === 0) return null;
    const rows = classes.length > mostClasses ? byProgram(classes) : classes.map((row) => ({ ...row, of: 'class' }));
    return {
      as: 'bars',
      points: rows.flatMap(({ id, name, of, female, male, others }) => {
        const href = `/students?${of}=${id}`;
        return [
          { label: name, series: genders.female, value: female, href },
          { label: name, series: genders.male, value: male, href },
          ...(rows.some((row) => row.others > 0) ? [{ label: name, series: 'Not recorded', value: others, href }] : []),
        ];
      }),
    };
  },
};

const isNew: ReadyDashlet = {
  key: 'students.new',
  label: 'New students this session',
  place: 20,
  size: 'small',
  may: staff,
  description: 'Students admitted since the previous session ended.',
  async load(db, actor, wanted) {
    const { now, past } = await memoizeForActor(actor, `students.new ${wanted}`, () => newcomers(db, actor, wanted));
    const more = now - past;
    return {
      as: 'figure',
      value: now,
      href: '/students?sort=-admitted',
      ...(past > 0 && {
        trend: { label: `${Math.abs(more)} ${more < 0 ? 'fewer' : 'more'} than last session`, tone: 'even' },
      }),
    };
  },
};

const seats: ReadyDashlet = {
  key: 'students.seats',
  label: 'Seats taken',
  place: 30,
  size: 'small',
  may: ['students.view'],
  description: 'Students in this session’s class arms, compared with the seats.',
  empty: 'This session has no class arms yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'students.view');
    const [row] = await memoizeForActor(
      actor,
      `students.seats ${ids.join(' ')}`,
      () =>
        query<{ taken: number; seats: number }>(db)`with b as (select b.institution_id, b.id, b.capacity from batches b
          join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
          where ${isOneOf(sql`b.institution_id`, ids)} and b.closed_at is null)
        select (select coalesce(sum(capacity), 0) from b)::int as seats,
          (select coalesce(sum(n.students), 0) from b join batch_counts n on (n.institution_id, n.batch_id) = (b.institution_id, b.id))::int as taken`,
    );
    const { taken, seats: all } = row!;
    if (all === 0) return null;
    const free = all - taken;
    return {
      as: 'figure',
      value: taken,
      shown: `${grouped(taken)} of ${grouped(all)}`,
      href: '/batches',
      trend:
        free < 0
          ? { label: `${grouped(-free)} too many`, tone: 'bad' }
          : { label: `${grouped(free)} seats left`, tone: 'even' },
    };
  },
};

const unassigned: ReadyDashlet = {
  key: 'students.unassigned',
  label: 'Students without a class arm',
  place: 40,
  size: 'small',
  may: ['students.view'],
  description: 'Active students without a class arm.',
  async load(db, actor, wanted) {
    const value = await countUnassigned(db, institutionsInView(actor, wanted, 'students.view'));
    return { as: 'figure', value, href: unassignedStudents };
  },
};

const birthdays: ReadyDashlet = {
  key: 'students.birthdays',
  label: 'Students’ birthdays',
  place: 150,
  size: 'small',
  may: staff,
  description: 'Students with a birthday today or in the next six days.',
  empty: 'No birthdays in the next seven days.',
  load: (db, actor, wanted) =>
    birthdaysAhead(db, actor, wanted, {
      table: students,
      from: sql`${students}`,
      href: '/students/',
      may: maySeeStudents,
      visible: and(visibleTo(actor, students, wanted), eq(students.status, sql.raw("'active'")))!,
    }),
};

const papers: ReadyDashlet = {
  key: 'students.papers',
  label: 'Students’ expiring documents',
  place: 160,
  size: 'small',
  may: ['students.viewPrivate'],
  description: 'Students’ documents that expire within a month or have expired.',
  empty: 'No documents expire soon.',
  load: (db, actor, wanted) => expiringCount(db, 'student', expiringDocuments(actor, wanted)),
};

const grouped = (n: number) => n.toLocaleString('en-GB');

export const studentDashlets: readonly ReadyDashlet[] = [
  byClass,
  isNew,
  seats,
  unassigned,
  birthdays,
  papers,
  possibleDuplicates,
];

interface ClassCount {
  id: number;
  name: string;
  programId: number;
  program: string;
  female: number;
  male: number;
  /** Without a recorded gender. */
  others: number;
}

/** Students in class arms, by class: from the counts where all are visible, else of the visible ones. */
function classCounts(db: Db, actor: Actor, wanted: number | undefined): Promise<ClassCount[]> {
  const whole = seenWhole(actor, wanted);
  const counted = whole
    ? sql`select n.institution_id, n.batch_id, sum(n.students) as students, sum(n.female) as female, sum(n.male) as male
        from batch_counts n where ${isOneOf(sql`n.institution_id`, whole)} and n.batch_id > 0 group by 1, 2`
    : sql`select ${students.institutionId} as institution_id, ${students.batchId} as batch_id, count(*) as students,
          count(*) filter (where ${students.gender} = 'female') as female, count(*) filter (where ${students.gender} = 'male') as male
        from ${students} where ${visibleTo(actor, students, wanted)} and ${students.batchId} is not null group by 1, 2`;
  return query<ClassCount>(db)`with counted as (${counted})
    select c.id::bigint as id, c.name, p.id::bigint as "programId", p.name as program, sum(k.female)::int as female, sum(k.male)::int as male,
      sum(k.students - k.female - k.male)::int as others
    from counted k join batches b on (b.institution_id, b.id) = (k.institution_id, k.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    group by c.institution_id, c.id, c.name, p.id, p.name, c.position having sum(k.students) > 0
    order by p.name, c.position, c.id`;
}

/** Visible students admitted since the session before the current one ended, and in the session before. */
async function newcomers(db: Db, actor: Actor, wanted: number | undefined): Promise<{ now: number; past: number }> {
  // As in the index of admission dates.
  const admitted = sql`coalesce(${students.admissionDate}, '0001-01-01'::date)`;
  const [row] = await query<{ now: number; past: number }>(db)`with session as (
      select y.institution_id, y.ends_on, coalesce(p.ends_on, y.starts_on - 365) as since,
        coalesce(q.ends_on, p.starts_on - 365) as before
      from academic_sessions y
      left join lateral (select p.starts_on, p.ends_on from academic_sessions p
        where p.institution_id = y.institution_id and p.ends_on < y.starts_on order by p.ends_on desc limit 1) p on true
      left join lateral (select q.ends_on from academic_sessions q
        where q.institution_id = y.institution_id and q.ends_on < p.starts_on order by q.ends_on desc limit 1) q on true
      where y.is_current and ${isOneOf(
        sql`y.institution_id`,
        actor.institutions.map(({ id }) => id),
      )})
    select count(*) filter (where ${admitted} > s.since and ${admitted} <= s.ends_on)::int as now,
      count(*) filter (where ${admitted} > s.before and ${admitted} <= s.since)::int as past
    from session s join ${students} on ${students.institutionId} = s.institution_id
      and ${admitted} > coalesce(s.before, s.since) and ${admitted} <= s.ends_on
    where ${visibleTo(actor, students, wanted)}`;
  return row!;
}
