import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import type { FetProblem } from '../format/fet-problem.ts';
import { readFet } from '../format/read-fet.ts';
import { planDraft, type NameMap } from './plan-draft.ts';
import { takeConstraints } from './take-constraints.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world?.close());

const select = (text: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Record<string, unknown>>(tx, text));

describe('a file of another school', () => {
  const read = async (content: string) => {
    const head = (name: string, more = '') =>
      `--cloth\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const { id } = world.school.ilorin;
    return registrar.send({
      method: 'POST',
      url: '/fet-files',
      headers: { 'content-type': 'multipart/form-data; boundary=cloth' },
      payload: `${head('institutionId')}${id}\r\n${head('file', '; filename="kwara.fet"\r\nContent-Type: text/xml')}${content}\r\n--cloth--\r\n`,
    });
  };
  const activity = (id: number, subject: string, students: string, teacher: string, more = '', group = 0) =>
    `<Activity><Teacher>${teacher}</Teacher><Subject>${subject}</Subject><Students>${students}</Students><Duration>1</Duration><Total_Duration>1</Total_Duration><Id>${id}</Id><Activity_Group_Id>${group}</Activity_Group_Id><Active>true</Active>${more}</Activity>`;
  const file = `<?xml version="1.0"?><fet version="6.1.2"><Institution_Name>Kwara Model College</Institution_Name>
    <Days_List><Day><Name>Mon</Name></Day><Day><Name>Tue</Name></Day></Days_List>
    <Hours_List><Hour><Name>8:00</Name></Hour><Hour><Name>9:00</Name></Hour><Hour><Name>10:00</Name></Hour></Hours_List>
    <Students_List><Year><Name>JSS1</Name><Group><Name>jss 1a</Name><Subgroup><Name>1A crs</Name></Subgroup><Subgroup><Name>1A irs</Name></Subgroup></Group><Group><Name>JSS 1B</Name></Group></Year></Students_List>
    <Rooms_List><Room><Name>Kwara Lab</Name><Capacity>40</Capacity></Room></Rooms_List>
    <Activities_List>${activity(1, 'Mathematics', 'jss 1a', 'The Teacher', '', 1)}${activity(2, 'Mathematics', 'jss 1a', 'The Teacher', '', 1)}
      ${activity(3, 'English Language', '1A crs', 'The Bursar')}${activity(4, 'MTH', '1A irs', 'The Registrar')}
      ${activity(5, 'Latin', 'JSS 1B', 'Nobody')}${activity(6, 'English Language', 'JSS1', 'Nobody')}</Activities_List>
    <Time_Constraints_List>
      <ConstraintBreakTimes><Weight_Percentage>100</Weight_Percentage><Break_Time><Day>Tue</Day><Hour>9:00</Hour></Break_Time></ConstraintBreakTimes>
      <ConstraintActivitiesSameStartingTime><Weight_Percentage>100</Weight_Percentage><Activity_Id>3</Activity_Id><Activity_Id>4</Activity_Id></ConstraintActivitiesSameStartingTime>
      <ConstraintActivityPreferredStartingTime><Weight_Percentage>100</Weight_Percentage><Activity_Id>1</Activity_Id><Preferred_Day>Tue</Preferred_Day><Preferred_Hour>10:00</Preferred_Hour><Permanently_Locked>true</Permanently_Locked></ConstraintActivityPreferredStartingTime>
      <ConstraintTeacherNotAvailableTimes><Weight_Percentage>100</Weight_Percentage><Teacher>The Bursar</Teacher><Not_Available_Time><Day>Mon</Day><Hour>8:00</Hour></Not_Available_Time></ConstraintTeacherNotAvailableTimes>
      <ConstraintTeachersMaxHoursDaily><Weight_Percentage>95</Weight_Percentage><Maximum_Hours_Daily>4</Maximum_Hours_Daily></ConstraintTeachersMaxHoursDaily>
      <ConstraintTwoActivitiesOrderedIfSameDay><Weight_Percentage>95</Weight_Percentage></ConstraintTwoActivitiesOrderedIfSameDay>
    </Time_Constraints_List>
    <Space_Constraints_List><ConstraintActivityPreferredRoom><Weight_Percentage>100</Weight_Percentage><Activity_Id>1</Activity_Id><Room>Kwara Lab</Room></ConstraintActivityPreferredRoom></Space_Constraints_List></fet>`;

  test('is read, its names are recognised, and it is made into a draft', async () => {
    const address = (await read(file)).headers.location as string;
    const { props } = await registrar.page(address);
    const found = props.file;
    const suggested = (rows: { name: string; suggestions: number[] }[]) =>
      Object.fromEntries(rows.map(({ name, suggestions }) => [name, suggestions.length]));
    expect(found).toMatchObject({ school: 'Kwara Model College', version: '6.1.2', lessons: 6, hours: 3 });
    expect(suggested(found.subjects)).toEqual({ 'English Language': 1, Latin: 0, Mathematics: 1, MTH: 1 });
    expect(suggested(found.students)).toEqual({ 'jss 1a': 1, '1A crs': 1, '1A irs': 1, 'JSS 1B': 1, JSS1: 2 });
    expect(suggested(found.teachers)).toEqual({ Nobody: 0, 'The Bursar': 1, 'The Registrar': 1, 'The Teacher': 1 });
    expect(found.unknown).toEqual([{ words: 'Two activities ordered if same day', count: 1 }]);
    const chosen = (rows: { key: number; suggestions: number[] }[]) =>
      Object.fromEntries(rows.map(({ key, suggestions }) => [key, suggestions[0] ?? '']));
    const body = {
      name: 'From Kwara',
      sessionId: props.choices.sessions[0].id,
      days: [1, 2],
      subjects: chosen(found.subjects),
      teachers: chosen(found.teachers),
      rooms: { 0: 'new' },
      students: Object.fromEntries(
        found.students.map(({ key, suggestions }: { key: number; suggestions: number[] }) => [key, suggestions]),
      ),
    };
    expect((await registrar.post(`${address}/draft`, { ...body, days: [1, 1] })).json().errors).toEqual({
      days: 'Two days of the file can’t be the same weekday.',
    });
    expect(
      (await registrar.post(`${address}/draft`, { ...body, teachers: { 0: 999_999 } })).json().errors.teachers,
    ).toMatch(/from the list/);
    const made = await registrar.post(`${address}/draft`, body);
    expect(made.statusCode).toBe(303);
    const timetableId = Number((made.headers.location as string).split('/').at(-1));
    const [facts] = await select(sql`select
      (select count(*)::int from lesson_sets where timetable_id = ${timetableId}) as sets,
      (select count(*)::int from lessons where timetable_id = ${timetableId}) as lessons,
      (select count(*)::int from lesson_parts p join lesson_sets s on s.id = p.set_id where s.timetable_id = ${timetableId}) as parts,
      (select count(*)::int from unavailable_periods where timetable_id = ${timetableId}) as unavailable,
      (select string_agg(kind || ' ' || (parameters ->> 'number'), ',') from timetable_constraints where timetable_id = ${timetableId}) as rules,
      (select count(*)::int from bell_patterns where timetable_id = ${timetableId}) as patterns`);
    // The electives are one set of two parts; Latin is left out; Tuesday has a break.
    expect(facts).toEqual({ sets: 3, lessons: 4, parts: 4, unavailable: 1, rules: 'teachersMostADay 4', patterns: 2 });
    const placed =
      await select(sql`select l.weekday, l.first_period as period, l.is_locked as locked, r.name as room from lessons l
      join booked_rooms b on b.lesson_id = l.id join rooms r on r.id = b.room_id where l.timetable_id = ${timetableId}`);
    // The third hour of Tuesday is its second period.
    expect(placed).toEqual([{ weekday: 2, period: 2, locked: true, room: 'Kwara Lab' }]);
    expect((await registrar.get(address)).statusCode).toBe(404);
  });

  test('lessons that must follow each other are one longer lesson; rules that name only some lessons are left out by name', async () => {
    const pair = (kind: string, ids: number[], names = ids.map(() => 'Activity_Id'), weight = 100, more = '') =>
      `<Constraint${kind}><Weight_Percentage>${weight}</Weight_Percentage>${ids.map((id, at) => `<${names[at]}>${id}</${names[at]}>`).join('')}${more}</Constraint${kind}>`;
    const order = ['First_Activity_Id', 'Second_Activity_Id'];
    const apart = '<MinDays>2</MinDays>';
    const content = file
      .replace('</Activities_List>', `${activity(7, 'Mathematics', 'jss 1a', 'The Teacher', '', 1)}</Activities_List>`)
      .replace(
        '</Time_Constraints_List>',
        [
          pair('TwoActivitiesConsecutive', [1, 2], order),
          // A wish, and two different subjects: FET can, we can’t.
          pair('TwoActivitiesGrouped', [1, 7], order, 60),
          pair('TwoActivitiesGrouped', [1, 6], order),
          pair('MinDaysBetweenActivities', [1, 7], undefined, 95, apart),
          pair('MinDaysBetweenActivities', [1, 6], undefined, 95, apart),
          pair('ActivitiesSameStartingTime', [1, 6]),
          '</Time_Constraints_List>',
        ].join(''),
      );
    const names: NameMap = {
      weekdays: new Map([
        ['Mon', 1],
        ['Tue', 2],
      ]),
      courses: new Map([
        ['Mathematics', 1],
        ['English Language', 2],
      ]),
      teachers: new Map([['The Teacher', 1]]),
      rooms: new Map(),
      batches: new Map([
        ['jss 1a', [1]],
        ['JSS1', [2]],
      ]),
    };
    const { problem } = (await readFet(Buffer.from(content))) as { problem: FetProblem };
    const plan = planDraft(problem, names);
    expect(plan.sets.map(({ lessons }) => lessons.map(({ activities, length }) => [activities[0], length]))).toEqual([
      [
        [7, 1],
        [1, 2],
      ],
      [[6, 1]],
    ]);
    const { rules, leftOut } = takeConstraints(problem, names, plan);
    expect(rules.filter(({ kind }) => kind === 'minDaysBetween')).toEqual([
      { kind: 'minDaysBetween', weight: 95, number: 2, set: 0 },
    ]);
    expect(leftOut.toSorted()).toEqual([
      'ConstraintActivitiesSameStartingTime',
      'ConstraintMinDaysBetweenActivities',
      'ConstraintTwoActivitiesGrouped',
      'ConstraintTwoActivitiesGrouped',
    ]);
  });

  test('rules about lessons of several subjects are taken in where they name all of them', async () => {
    const one = (kind: string, names: [string, number][], weight = 100, more = '') =>
      `<Constraint${kind}><Weight_Percentage>${weight}</Weight_Percentage>${names.map(([name, id]) => `<${name}>${id}</${name}>`).join('')}${more}</Constraint${kind}>`;
    const all = (...ids: number[]) => ids.map((id): [string, number] => ['Activity_Id', id]);
    const pair = (first: number, second: number): [string, number][] => [
      ['First_Activity_Id', first],
      ['Second_Activity_Id', second],
    ];
    const content = file
      .replace(/<Activities_List>.*<\/Activities_List>/s, () =>
        [1, 2]
          .map((id) => activity(id, 'Mathematics', 'jss 1a', 'The Teacher', '', 1))
          .join('')
          .concat([3, 4].map((id) => activity(id, 'English Language', 'JSS 1B', 'The Bursar', '', 3)).join(''))
          .concat(activity(5, 'Games', 'jss 1a', 'The Teacher'))
          .replace(/^/, '<Activities_List>')
          .concat('</Activities_List>'),
      )
      .replace(
        /<ConstraintActivitiesSameStartingTime>.*<\/ConstraintTwoActivitiesOrderedIfSameDay>/s,
        [
          one('ActivitiesSameStartingTime', all(1, 3)),
          one('ActivitiesSameStartingTime', all(2, 4)),
          one('MinDaysBetweenActivities', all(1, 2, 3, 4), 95, '<MinDays>2</MinDays>'),
          one('MinDaysBetweenActivities', all(1, 3, 5), 95, '<MinDays>1</MinDays>'),
          one('ActivitiesNotOverlapping', all(1, 2, 3, 4, 5)),
          one('ActivitiesSameStartingDay', all(5, 1), 90),
          one('TwoActivitiesOrdered', pair(5, 2)),
          one('TwoActivitiesConsecutive', pair(5, 1), 80),
          one('TwoActivitiesGrouped', pair(3, 5)),
          // Of two English lessons one follows mathematics: no rule here is about one of several.
          one('TwoActivitiesConsecutive', pair(2, 4)),
        ].join(''),
      );
    const { problem } = (await readFet(Buffer.from(content))) as { problem: FetProblem };
    const ids = (...found: string[]) => new Map(found.map((name, at) => [name, at + 1]));
    const names: NameMap = {
      weekdays: ids('Mon', 'Tue'),
      courses: ids('Mathematics', 'English Language', 'Games'),
      rooms: new Map(),
      teachers: ids('The Teacher', 'The Bursar'),
      batches: new Map([
        ['jss 1a', [1]],
        ['JSS 1B', [2]],
      ]),
    };
    const plan = planDraft(problem, names);
    expect(plan.sets).toHaveLength(3);
    const { rules, leftOut } = takeConstraints(problem, names, plan);
    expect(rules).toEqual([
      { kind: 'startTogether', weight: 100, sets: [0, 1] },
      { kind: 'daysApart', weight: 95, sets: [0, 1], number: 2 },
      { kind: 'neverTogether', weight: 100, sets: [0, 1, 2] },
      { kind: 'sameDay', weight: 90, sets: [0, 2] },
      { kind: 'inOrder', weight: 100, sets: [2, 0] },
      { kind: 'oneAfterOther', weight: 80, sets: [2, 0] },
      { kind: 'sideBySide', weight: 100, sets: [1, 2] },
    ]);
    expect(leftOut.toSorted()).toEqual(['ConstraintMinDaysBetweenActivities', 'ConstraintTwoActivitiesConsecutive']);
  });

  test('that is broken, a mere result or without lessons is refused beside the field, and nothing is kept', async () => {
    const refusal = async (content: string) => (await read(content)).json().errors.file;
    expect(await refusal('<fet version="3.0"></fet>')).toMatch(/Akada reads files of FET 5, 6 and 7/);
    expect(await refusal('<Activities_Timetable></Activities_Timetable>')).toMatch(/only a result/);
    const empty =
      '<fet version="6.1"><Days_List><Day><Name>Mon</Name></Day></Days_List><Hours_List><Hour><Name>8</Name></Hour></Hours_List></fet>';
    expect(await refusal(empty)).toMatch(/no lessons/);
    expect(await refusal('<!DOCTYPE a><fet version="6.1"/>')).toMatch(/declares a document type/);
    expect(await select(sql`select id from fet_files`)).toEqual([]);
  });
});
