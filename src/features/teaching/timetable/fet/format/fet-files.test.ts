import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeUpSchool } from '#test/harness/made-up-school.ts';
import { problemOf } from '../problem/problem-of.ts';
import { relationKinds } from '../problem/rule-constraints.ts';
import { isOfEverybody, kindOf, ruleKinds, type Rule, type RuleKindName } from '../rules/rule-kinds.ts';
import { type FetProblem, type FetStudents, writeFet } from './fet-problem.ts';
import type { Element } from './read-xml.ts';
import { readFet } from './read-fet.ts';

const read = (text: string | Uint8Array) => readFet(typeof text === 'string' ? Buffer.from(text) : text);
const roundTrip = async (problem: FetProblem) => {
  const file = await read(writeFet(problem));
  return 'problem' in file ? file.problem : null;
};
const nobody = { teacherId: null, batchId: null, courseId: null, setId: null, setIds: [] };

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map(
  (text) =>
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '')
      .trim() || 'x',
);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 6 });
const leaf = fc.record({
  name: fc.constantFrom('Teacher', 'Max_Gaps', 'Number_of_Activities'),
  text: name,
  children: fc.constant<Element[]>([]),
});
const constraints = fc.array(
  fc.record({
    kind: fc.constantFrom('ConstraintTeacherMaxHoursDaily', 'ConstraintBreakTimes', 'ConstraintOfTheFuture'),
    weight: fc.integer({ min: 0, max: 100 }),
    isActive: fc.boolean(),
    comments: fc.oneof(fc.constant(''), name),
    values: fc.array(
      fc.oneof(
        leaf,
        fc.record({
          name: fc.constant('Break_Time'),
          text: fc.constant(''),
          children: fc.array(leaf, { minLength: 1, maxLength: 2 }),
        }),
      ),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 5 },
);
const problems: fc.Arbitrary<FetProblem> = fc.record({
  version: fc.constant('6.8.5'),
  mode: fc.constant('Official'),
  name,
  comments: fc.oneof(fc.constant(''), name),
  days: names,
  hours: names,
  subjects: names,
  tags: names,
  teachers: names,
  years: fc.array(
    fc.record({
      name,
      count: fc.nat(500),
      parts: fc.array(fc.record({ name, count: fc.nat(50), parts: fc.constant<FetStudents[]>([]) }), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  rooms: fc.array(fc.record({ name, capacity: fc.nat(30_000), isVirtual: fc.boolean() }), { maxLength: 4 }),
  activities: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 2_000_000_000 }),
      group: fc.nat(1000),
      teachers: names,
      subject: name,
      tags: fc.constant<string[]>([]),
      students: names,
      duration: fc.integer({ min: 1, max: 6 }),
      total: fc.integer({ min: 1, max: 30 }),
      isActive: fc.boolean(),
      comments: fc.oneof(fc.constant(''), name),
    }),
    { maxLength: 8 },
  ),
  time: constraints,
  space: constraints,
});

describe('a file of FET', () => {
  test('any problem that is written and read back is the same', async () => {
    await fc.assert(
      fc.asyncProperty(problems, async (problem) => {
        expect(await roundTrip(problem)).toEqual(problem);
      }),
      { numRuns: 150 },
    );
  });

  test('a school with rules of every kind is written and read back the same', async () => {
    const draft = madeUpSchool(4);
    draft.days[4]!.bells = draft.days[4]!.bells.slice(0, 6);
    Object.assign(draft.lessons[0]!, { weekday: 1, period: 2, isLocked: true });
    draft.unavailable.push(
      { of: 'teacher', id: 1, weekday: 2, period: 1, degree: 'never' },
      { of: 'batch', id: 1, weekday: 3, period: 8, degree: 'avoid' },
      { of: 'room', id: 1, weekday: 2, period: 1, degree: 'never' },
    );
    draft.limits.push({ teacherId: 2, mostADay: 5, mostAWeek: null });
    const rules = (Object.keys(ruleKinds) as RuleKindName[]).flatMap((kind): Rule[] => {
      const rule: Rule = { ...nobody, kind, weight: 60, number: 2, times: [[1, 1]], isActive: true };
      const { subjects } = kindOf(kind);
      return subjects.map((subject) => ({
        ...rule,
        ...((subject === 'pair' || subject === 'lessons') && { setIds: [1, 2] }),
        ...(subject !== 'everybody' &&
          subject !== 'pair' &&
          subject !== 'lessons' && {
            [{ batch: 'batchId', teacher: 'teacherId', course: 'courseId', lesson: 'setId' }[subject]]: 1,
          }),
      }));
    });
    expect(rules.some(isOfEverybody)).toBe(true);
    const { problem } = problemOf(draft, rules, [], 'Ilorin "Grammar" & <Sons>');
    expect(await roundTrip(problem)).toEqual(problem);
    const kinds = new Set(problem.time.map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThan(15);
    for (const { fet } of Object.values(relationKinds)) expect(kinds).toContain(fet);
  });

  test('what older versions wrote is read', async () => {
    const old = `<?xml version="1.0" encoding="UTF-8"?><!-- by hand --><fet version="5.41.0"><Institution_Name>A &amp; B &#8211; C</Institution_Name>
      <Days_List><Number_of_Days>1</Number_of_Days><Day><Name>Mo</Name></Day></Days_List>
      <Hours_List><Number>2</Number><Name>8:00</Name><Name>9:00</Name></Hours_List>
      <Activities_List><Activity><Teacher>T</Teacher><Subject>S</Subject><Duration>2</Duration><Id>7</Id></Activity></Activities_List></fet>`;
    const file = await read(old);
    expect(file).toMatchObject({
      problem: {
        version: '5.41.0',
        name: 'A & B – C',
        days: ['Mo'],
        hours: ['8:00', '9:00'],
        activities: [{ id: 7, teachers: ['T'], subject: 'S', duration: 2, total: 2, isActive: true }],
      },
    });
  });

  test('a result is read, and lessons without a place stay without one', async () => {
    const text =
      '\uFEFF<?xml version="1.0"?><Activities_Timetable><Activity><Id>20</Id><Day>Monday</Day><Hour>Period 1</Hour><Room>Lab</Room></Activity><Activity><Id>40</Id><Day></Day><Hour/><Room></Room></Activity></Activities_Timetable>';
    expect(await read(text)).toEqual({
      places: [
        { id: 20, day: 'Monday', hour: 'Period 1', room: 'Lab' },
        { id: 40, day: '', hour: '', room: '' },
      ],
    });
  });

  test.each([
    ['an empty file', '', /not XML/],
    ['a table', 'Surname,First name\nObi,Ada', /outside of its elements/],
    ['a page', '<html><body/></html>', /isn’t a FET file/],
    ['an old version', '<fet version="3.12"></fet>', /FET 3\.12\. Akada reads files of FET 5, 6 and 7/],
    ['no version', '<fet></fet>', /unknown version/],
    [
      'a file with entities',
      '<!DOCTYPE fet [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><fet version="6.1.0">&b;</fet>',
      /declares a document type or entities/,
    ],
    ['an unknown entity', '<fet version="6.1.0"><Comments>&secret;</Comments></fet>', /line 1: .*&secret;/],
    ['a file that was cut off', '<fet version="6.1.0">\n<Days_List>\n', /<Days_List> does not end/],
    ['crossed tags', '<fet version="6.1.0">\n<Days_List></Hours_List></fet>', /line 2: <\/Hours_List> ends what/],
    ['deep nesting', `<fet version="6.1.0">${'<a>'.repeat(100_000)}`, /nested more than 12 deep/],
    ['two files in one', '<fet version="6.1.0"></fet><fet version="6.1.0"></fet>', /after its end/],
    ['nothing to place', '<fet version="6.1.0"></fet>', /no days or no hours/],
  ])('%s is refused in words', async (_, text, words) => {
    await expect(read(text)).rejects.toThrow(words);
  });

  test('what is not text in UTF-8 is refused in words', async () => {
    await expect(read(Buffer.from('\uFEFF<fet version="6"/>', 'utf16le'))).rejects.toThrow(/UTF-16/);
    await expect(read(Buffer.from([0x3c, 0x66, 0xff, 0xfe, 0x00]))).rejects.toThrow(/not text in UTF-8/);
  });

  test('more activities than FET allows are refused', async () => {
    const many = '<Activity><Id>1</Id></Activity>'.repeat(30_001);
    await expect(read(`<fet version="6.1.0"><Activities_List>${many}</Activities_List></fet>`)).rejects.toThrow(
      /more activities/,
    );
  });
});
