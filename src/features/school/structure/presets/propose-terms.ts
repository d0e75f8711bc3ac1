import { addDays, type Day } from '#kernel/dates.ts';
import type { Preset } from './preset.ts';

export interface ProposedTerm {
  name: string;
  startsOn: Day;
  endsOn: Day;
}

const names = {
  terms: ['First Term', 'Second Term', 'Third Term'],
  semesters: ['First Semester', 'Second Semester'],
};

/** The usual terms of a session from September to July; otherwise parts of equal length with two weeks between them. */
export function proposeTerms(calendar: Preset['calendar'], startsOn: Day, endsOn: Day): ProposedTerm[] {
  const usual = usualDays(calendar, startsOn, endsOn);
  const isInOrder = usual.every((day, at) => at === 0 || usual[at - 1]! < day);
  const days = isInOrder ? usual : evenDays(names[calendar].length, startsOn, endsOn);
  return names[calendar].map((name, at) => ({ name, startsOn: days[2 * at]!, endsOn: days[2 * at + 1]! }));
}

/** First and last days, in turn. */
function usualDays(calendar: Preset['calendar'], startsOn: Day, endsOn: Day): Day[] {
  const year = Number(startsOn.slice(0, 4));
  const next = year + 1;
  const between =
    calendar === 'terms'
      ? [
          weekday(`${year}-12-15`, friday),
          weekday(`${next}-01-08`, monday),
          weekday(`${next}-04-05`, friday),
          weekday(`${next}-05-01`, monday),
        ]
      : [weekday(`${next}-02-08`, friday), weekday(`${next}-03-05`, monday)];
  return [startsOn, ...between, endsOn];
}

const [monday, friday] = [1, 5];

/** The first such weekday from that day on. */
const weekday = (from: Day, wanted: number): Day =>
  addDays(from, (wanted - new Date(`${from}T00:00:00Z`).getUTCDay() + 7) % 7);

function evenDays(parts: number, startsOn: Day, endsOn: Day): Day[] {
  const length = Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000);
  const gap = length > parts * 28 ? 14 : 1;
  return Array.from({ length: parts }, (_, at) => [
    addDays(startsOn, at === 0 ? 0 : Math.floor((length * at) / parts) + gap),
    at === parts - 1 ? endsOn : addDays(startsOn, Math.floor((length * (at + 1)) / parts)),
  ]).flat();
}
