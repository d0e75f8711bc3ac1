import type { Draft, DraftSet } from '#features/teaching/timetable/draft/draft.ts';

/** Subject, lessons as lengths, periods that a teacher of it can teach. */
const curriculum = [
  ['Mathematics', [1, 1, 1, 1, 1]],
  ['English', [1, 1, 1, 1, 1]],
  ['Basic Science', [2, 1, 1]],
  ['Basic Technology', [2, 1]],
  ['Social Studies', [1, 1, 1]],
  ['Civic Education', [1, 1]],
  ['Yoruba', [1, 1, 1]],
  ['Agriculture', [2, 1]],
  ['Home Economics', [2]],
  ['Business Studies', [1, 1]],
  ['Computer Studies', [2]],
  ['Creative Arts', [1, 1]],
  ['Physical Education', [1]],
] as const;
const religions = ['Christian Religious Studies', 'Islamic Religious Studies'];
/** In a parallel block of each pair of batches. */
const religionLessons = 3;
const mostPeriods = 24;

const bells = (periods: number, breakAfter: number): Draft['days'][number]['bells'] =>
  Array.from({ length: periods }, (_, at) => at + 1).flatMap((period) => {
    const hour = String(7 + period).padStart(2, '0');
    const lesson = {
      kind: 'lesson' as const,
      period,
      name: `Period ${period}`,
      startsAt: `${hour}:00`,
      endsAt: `${hour}:40`,
    };
    const pause = { kind: 'break' as const, period: null, name: 'Break', startsAt: `${hour}:40`, endsAt: `${hour}:59` };
    return period === breakAfter ? [lesson, pause] : [lesson];
  });

/**
 * A made-up school of so many batches in pairs, each with 40 periods a week: double lessons, a laboratory, a block of
 * electives for two batches. Ids count from 1, so a test can put it into tables.
 */
export function madeUpSchool(batchCount: number, periods = 8): Draft {
  const draft: Draft = {
    days: [1, 2, 3, 4, 5].map((weekday) => ({
      weekday,
      patternId: 1,
      pattern: 'Normal day',
      bells: bells(periods, 4),
    })),
    batches: Array.from({ length: batchCount }, (_, at) => ({
      id: at + 1,
      students: 40,
      name: `JSS ${Math.floor(at / 10) + 1} ${String.fromCharCode(65 + (at % 10))}`,
    })),
    courses: [...curriculum.map(([title]) => title), ...religions].map((title, at) => ({
      id: at + 1,
      code: `C${at + 1}`,
      title,
    })),
    teachers: [],
    rooms: [],
    sets: [],
    lessons: [],
    unavailable: [],
    limits: [],
    shared: [],
    relations: [],
  };
  for (let at = 0; at < Math.ceil(batchCount / 8); at++)
    draft.rooms.push({ id: at + 1, name: `Laboratory ${at + 1}`, kind: 'laboratory', seats: 60 });
  const addSet = (
    lengths: readonly number[],
    parts: Omit<DraftSet['parts'][number], 'id'>[],
    name: string | null = null,
  ) => {
    const id = draft.sets.length + 1;
    const first = draft.sets.reduce((sum, set) => sum + set.parts.length, 0);
    draft.sets.push({ id, name, parts: parts.map((part, at) => ({ id: first + at + 1, ...part })) });
    for (const length of lengths)
      draft.lessons.push({
        id: draft.lessons.length + 1,
        setId: id,
        length,
        weekday: null,
        period: null,
        isLocked: false,
        rooms: [],
      });
  };
  const loads = new Map<string, { id: number; left: number }>();
  const teacherOf = (subject: string, load: number) => {
    const current = loads.get(subject);
    if (current && current.left >= load) {
      current.left -= load;
      return current.id;
    }
    const id = draft.teachers.length + 1;
    draft.teachers.push({ id, name: `Teacher ${id} of ${subject}`, short: `T. ${id}` });
    loads.set(subject, { id, left: mostPeriods - load });
    return id;
  };
  const room = { roomId: null, roomKind: null };
  for (const { id: batchId } of draft.batches)
    for (const [at, [subject, lengths]] of curriculum.entries())
      addSet(lengths, [
        {
          ...room,
          courses: [{ batchId, courseId: at + 1, isCarryOver: false }],
          teacherIds: [
            teacherOf(
              subject,
              lengths.reduce((sum: number, length) => sum + length, 0),
            ),
          ],
          roomKind: subject === 'Basic Science' ? 'laboratory' : null,
        },
      ]);
  for (let at = 0; at < draft.batches.length; at += 2) {
    const pair = draft.batches.slice(at, at + 2);
    addSet(
      Array.from({ length: religionLessons }, () => 1),
      religions.map((subject, n) => ({
        ...room,
        courses: pair.map((batch) => ({ batchId: batch.id, courseId: curriculum.length + n + 1, isCarryOver: false })),
        teacherIds: [teacherOf(subject, religionLessons)],
      })),
      'Religious studies',
    );
  }
  return draft;
}
