import type { DemoStep, DemoInstitution } from '#web/feature.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import type { EntryAudience, EntryKind } from './entry-kinds.ts';
import { weekdayOf } from './view/period.ts';

interface Planned {
  kind: EntryKind;
  title: string;
  note?: string;
  startsOn: Day;
  endsOn?: Day;
  startsAt?: string;
  endsAt?: string;
  audiences?: EntryAudience[];
  /** Names. */
  classes?: string[];
}

/** Mid-term breaks, examinations and meetings of each term; national holidays came with the sessions. */
async function insertCalendar(tx: Tx, { id, key, sessions }: DemoInstitution): Promise<void> {
  const plan = key === 'school' ? schoolTerm : semester;
  const entries = sessions.flatMap(({ terms }) => terms.flatMap((term, at) => plan(term, at)));
  await tx.execute(sql`
    insert into calendar_entries (institution_id, kind, title, note, starts_on, ends_on, starts_at, ends_at, audiences, class_ids)
    select ${id}, e.kind, e.title, e.note, e."startsOn", coalesce(e."endsOn", e."startsOn"), e."startsAt", e."endsAt",
      coalesce(e.audiences, '{student,guardian,employee}'), array(select c.id from classes c
        where c.institution_id = ${id} and c.name = any (e.classes) order by c.id)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e(kind text, title text, note text, "startsOn" date,
      "endsOn" date, "startsAt" time, "endsAt" time, audiences text[], classes text[])`);
}

type Term = DemoInstitution['sessions'][number]['terms'][number];
const on = (weekday: number, day: Day): Day => addDays(day, weekday - weekdayOf(day));
const weeksAfter = (day: Day, weeks: number) => addDays(day, 7 * weeks);

function schoolTerm({ startsOn, endsOn }: Term, at: number): Planned[] {
  const middle = weeksAfter(on(1, startsOn), 6);
  const examinations = weeksAfter(on(1, endsOn), -2);
  return [
    { kind: 'holiday', title: 'Mid-term break', startsOn: on(4, middle), endsOn: on(5, middle) },
    {
      kind: 'event',
      title: 'PTA general meeting',
      startsOn: on(6, middle),
      startsAt: '10:00',
      endsAt: '12:30',
      note: 'In the assembly hall.',
      audiences: ['guardian', 'employee'],
    },
    { kind: 'event', title: 'Examinations', startsOn: examinations, endsOn: on(5, weeksAfter(examinations, 1)) },
    {
      kind: 'event',
      title: 'Marks are due',
      startsOn: on(1, endsOn),
      startsAt: '16:00',
      audiences: ['employee'],
    },
    { kind: 'half_day', title: 'Last day of term', startsOn: endsOn },
    ...seasonal[at]!(startsOn),
  ];
}

const seasonal: readonly ((startsOn: Day) => Planned[])[] = [
  (startsOn) => [
    {
      kind: 'event',
      title: 'Excursion to the National Museum',
      startsOn: on(3, weeksAfter(startsOn, 11)),
      startsAt: '08:00',
      endsAt: '15:00',
      classes: ['JSS 1'],
      note: 'Bring a packed lunch and your school cap.',
    },
    {
      kind: 'event',
      title: 'Carol service',
      startsOn: on(5, weeksAfter(startsOn, 12)),
      startsAt: '14:00',
      endsAt: '16:30',
    },
  ],
  (startsOn) => [
    {
      kind: 'event',
      title: 'Inter-house sports',
      startsOn: on(5, weeksAfter(startsOn, 4)),
      startsAt: '09:00',
      endsAt: '16:00',
      note: 'Parents are welcome.',
    },
    { kind: 'half_day', title: 'Sports day', startsOn: on(5, weeksAfter(startsOn, 4)) },
  ],
  (startsOn) => [
    {
      kind: 'event',
      title: 'Prize-giving day',
      startsOn: on(6, weeksAfter(startsOn, 10)),
      startsAt: '10:00',
      endsAt: '13:00',
    },
    {
      kind: 'school_day',
      title: 'Make-up day for the election',
      startsOn: on(6, weeksAfter(startsOn, 3)),
    },
  ],
];

function semester({ startsOn, endsOn }: Term): Planned[] {
  const middle = weeksAfter(on(1, startsOn), 7);
  const examinations = weeksAfter(on(1, endsOn), -2);
  return [
    { kind: 'holiday', title: 'Mid-semester break', startsOn: middle, endsOn: on(3, middle) },
    {
      kind: 'event',
      title: 'Matriculation',
      startsOn: on(5, weeksAfter(startsOn, 5)),
      startsAt: '10:00',
      endsAt: '13:00',
    },
    {
      kind: 'event',
      title: 'Academic board meeting',
      startsOn: on(3, weeksAfter(startsOn, 10)),
      startsAt: '14:00',
      audiences: ['employee'],
    },
    {
      kind: 'event',
      title: 'Semester examinations',
      startsOn: examinations,
      endsOn: on(5, weeksAfter(examinations, 1)),
    },
    {
      kind: 'event',
      title: 'Sports week',
      startsOn: weeksAfter(on(1, startsOn), 9),
      endsOn: weeksAfter(on(5, startsOn), 9),
    },
  ];
}

/** Once there are sessions and classes. */
export const steps: DemoStep[] = [
  {
    place: 55,
    async load(tx, { school, college }) {
      await insertCalendar(tx, school);
      await insertCalendar(tx, college);
    },
  },
];
