import { addDays } from '#kernel/dates.ts';
import { nationalHolidays } from '#features/teaching/calendar/holidays/add-holidays.ts';
import { todayHere } from '#test/harness/school-days.ts';
import type { Draft, Surroundings } from './draft.ts';
import { idFor } from './draft-ids.ts';
import { gainForms } from './gain-forms.ts';

type Form = Record<string, unknown>;

/** Students of a class by the class, among the ids of an institution. */
export const rollOf = (batchId: number) => `roll of ${batchId}`;

/** Forms whose parts must fit together, which chance does not find: the checks inside the verbs are reached with these. */
const forms: Record<string, (surroundings: Surroundings) => Form> = {
  '/registers': registerForm,
  '/attendance/settings': ({ chance, own }) => ({
    institution_id: idFor(own, 'institution', chance),
    taken: chance.pick(['twice', 'once', 'lessons']),
    morning_deadline: chance.pick(['09:00', '08:30']),
    afternoon_deadline: chance.pick(['14:00', '13:15']),
    lesson_minutes: chance.below(60),
    alert_pause: chance.below(60),
    warn_below: 50 + chance.below(50),
    warn_in_row: 2 + chance.below(5),
  }),
  '/calendar/holidays': ({ chance, own }) => ({
    sessionId: idFor(own, 'session', chance),
    keys: holidays(false).filter(() => chance.is(0.3)),
    all: chance.pick(['', '', 'on']),
    closesTaken: chance.pick(['', 'on']),
  }),
  '/calendar/holidays/in-lieu': ({ chance, own }) => ({
    institutionId: idFor(own, 'institution', chance),
    holiday: chance.pick(holidays(true)),
    decision: chance.pick(['add', 'dismiss']),
    closesTaken: chance.pick(['', 'on']),
  }),
  '/timetables/:id/rules': ({ chance, own }) => ({
    ruleId: '',
    was: '',
    teacherId: '',
    batchId: '',
    courseId: '',
    times: [],
    note: '',
    ...chance.pick<Form>([
      { kind: 'studentsMostGaps', setId: '', nextSetId: '', setIds: [] },
      { kind: 'lastOfDay', setId: idFor(own, 'set', chance), nextSetId: '', setIds: [] },
      { kind: 'neverTogether', setId: '', nextSetId: '', setIds: (own.get('lesson_sets') ?? []).slice(0, 4) },
      { kind: 'inOrder', setId: own.get('lesson_sets')?.[0], nextSetId: own.get('lesson_sets')?.[1], setIds: [] },
    ]),
    weight: 90,
    number: chance.below(3),
    isActive: 'on',
  }),
  ...gainForms,
};

const holidays = (isInLieu: boolean): string[] =>
  nationalHolidays(todayHere(), addDays(todayHere(), 400))
    .filter((one) => one.isInLieu === isInLieu)
    .map(({ key }) => key);

function registerForm({ chance, own, at }: Surroundings): Form {
  const rolls = [...own].filter(([name, ids]) => name.startsWith(rollOf(0).slice(0, -1)) && ids.length > 0);
  const [name, roll] = chance.pick(rolls.length ? rolls : [['', []] as [string, number[]]]);
  const now = Date.now();
  return {
    batchId: Number(name.split(' ').at(-1)) || 1,
    onDate: chance.pick([todayHere(), todayHere(), addDays(todayHere(), -1)]),
    sitting: chance.pick([1, 2, 0]),
    offeringId: null,
    markedAt: now - 1000,
    sentAt: now,
    isDayConfirmed: false,
    reason: chance.pick(['', 'Was in the library']),
    marks: roll.slice(0, 5).map((studentId) => {
      const kind = chance.pick(['present', 'absent', 'late', 'sick']);
      const minutes = kind === 'late' ? 20 : null;
      return {
        studentId,
        mark: {
          kind,
          codeId: null,
          minutes,
          leftAt: chance.pick([null, '12:30']),
          remark: chance.pick([null, `Zq ${at}`]),
        },
        was: null,
      };
    }),
  };
}

export const rightForm = (url: string, surroundings: Surroundings): Form => forms[url]?.(surroundings) ?? {};

/** Mostly the right form; sometimes what chance made stays. */
export function fillRightly(draft: Draft, surroundings: Surroundings): void {
  const form = draft.method === 'POST' ? forms[draft.route.url] : undefined;
  if (form && surroundings.chance.is(0.75)) draft.body = { ...Object(draft.body), ...form(surroundings) };
}
