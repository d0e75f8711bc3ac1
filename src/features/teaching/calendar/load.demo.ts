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

/** An event on a day, from one time to another. */
const event = (
  title: string,
  startsOn: Day,
  [startsAt, endsAt]: [from?: string, to?: string],
  more: Partial<Planned> = {},
): Planned => ({ kind: 'event', title, startsOn, startsAt, endsAt, ...more });

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
    event('PTA general meeting', on(6, middle), ['10:00', '12:30'], {
      note: 'In the assembly hall.',
      audiences: ['guardian', 'employee'],
    }),
    event('Examinations', examinations, [], { endsOn: on(5, weeksAfter(examinations, 1)) }),
    event('Marks are due', on(1, endsOn), ['16:00'], { audiences: ['employee'] }),
    { kind: 'half_day', title: 'Last day of term', startsOn: endsOn },
    ...seasonal[at]!(startsOn),
  ];
}

const seasonal: readonly ((startsOn: Day) => Planned[])[] = [
  (startsOn) => [
    event('Excursion to the National Museum', on(3, weeksAfter(startsOn, 11)), ['08:00', '15:00'], {
      classes: ['JSS 1'],
      note: 'Bring a packed lunch and your school cap.',
    }),
    event('Carol service', on(5, weeksAfter(startsOn, 12)), ['14:00', '16:30']),
  ],
  (startsOn) => [
    event('Inter-house sports', on(5, weeksAfter(startsOn, 4)), ['09:00', '16:00'], { note: 'Parents are welcome.' }),
    { kind: 'half_day', title: 'Sports day', startsOn: on(5, weeksAfter(startsOn, 4)) },
  ],
  (startsOn) => [
    event('Prize-giving day', on(6, weeksAfter(startsOn, 10)), ['10:00', '13:00']),
    { kind: 'school_day', title: 'Make-up day for the election', startsOn: on(6, weeksAfter(startsOn, 3)) },
  ],
];

function semester({ startsOn, endsOn }: Term): Planned[] {
  const middle = weeksAfter(on(1, startsOn), 7);
  const examinations = weeksAfter(on(1, endsOn), -2);
  return [
    { kind: 'holiday', title: 'Mid-semester break', startsOn: middle, endsOn: on(3, middle) },
    event('Matriculation', on(5, weeksAfter(startsOn, 5)), ['10:00', '13:00']),
    event('Academic board meeting', on(3, weeksAfter(startsOn, 10)), ['14:00'], { audiences: ['employee'] }),
    event('Semester examinations', examinations, [], { endsOn: on(5, weeksAfter(examinations, 1)) }),
    event('Sports week', weeksAfter(on(1, startsOn), 9), [], { endsOn: weeksAfter(on(5, startsOn), 9) }),
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
