import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cgpa, carryOvers, type Attempt } from './academic-record.ts';
import { classResults, type ClassRule, type StudentOfClass, type StudentResult } from './class-results.ts';
import { cumulative } from './cumulative.ts';
import { fraction, type Fraction } from './fraction.ts';
import { componentPresets, scalePresets } from './presets.ts';
import type { Component, Entry } from './types.ts';

/*
 * Against a slow computation written differently: pairs of bigints that are never brought to lowest terms, ranks by
 * counting, repeats by looking back. AKADA_SEED repeats a run; a failure prints its seed.
 */

const seed = Number(process.env['AKADA_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = (numRuns: number) => ({ seed, numRuns: Number(process.env['AKADA_RUNS'] ?? numRuns) });

type Pair = [top: bigint, bottom: bigint];
const plus = ([a, b]: Pair, [c, d]: Pair): Pair => [a * d + c * b, b * d];
const isLess = ([a, b]: Pair, [c, d]: Pair) => a * d < c * b;
const isSame = (value: Fraction | null, pair: Pair | null) =>
  value === null ? pair === null : pair !== null && BigInt(value.top) * pair[1] === pair[0] * BigInt(value.bottom);
const rankByCounting = (own: Pair, all: Pair[]) => 1 + all.filter((other) => isLess(own, other)).length;

const entryOf = ({ maximum }: Component): fc.Arbitrary<Entry | null> =>
  fc.oneof(
    // Few different marks, so that many are tied.
    { weight: 60, arbitrary: fc.integer({ min: 0, max: 4 }).map((quarter) => (maximum * quarter) / 4) },
    { weight: 15, arbitrary: fc.integer({ min: 0, max: maximum }) },
    { weight: 15, arbitrary: fc.constantFrom<Entry>('absent', 'exempt') },
    { weight: 1, arbitrary: fc.constantFrom<Entry | null>('withheld', null) },
  );
const registrationOf = (course: number) =>
  fc.constantFrom(...componentPresets).chain(({ components }) =>
    fc.record({
      course: fc.constant(course),
      units: fc.nat(4),
      components: fc.constant(components),
      passMark: fc.constantFrom(40_00, 45_00, 50_00),
      entries: fc.record(Object.fromEntries(components.map((one) => [one.key, entryOf(one)]))),
    }),
  );
const student = fc.record({
  student: fc.nat(),
  batch: fc.nat(2),
  bands: fc.constantFrom(...scalePresets.map(({ bands }) => bands)),
  registrations: fc.subarray([1, 2, 3, 4, 5]).chain((courses) => fc.tuple(...courses.map(registrationOf))),
});
const classOf = fc.array(student, { maxLength: 14 });
const rule = fc.record({
  minimumCourses: fc.nat(3),
  rankBy: fc.constantFrom('average' as const, 'gpa' as const),
  includesIncomplete: fc.boolean(),
});

interface Slow {
  status: string;
  total: Pair | null;
  points: bigint;
  grade: string | null;
  passed: boolean;
}

function slowCourse(
  { bands }: StudentOfClass,
  { entries, components, passMark }: StudentOfClass['registrations'][number],
): Slow {
  const without = (status: string): Slow => ({ status, total: null, points: 0n, grade: null, passed: false });
  const all = components.map(({ key, maximum }) => ({ entry: entries[key] ?? 'missing', maximum }));
  const has = (what: Entry | 'missing') => all.some(({ entry }) => entry === what);
  if (has('withheld')) return without('withheld');
  if (has('missing')) return without('incomplete');
  const sat = all.filter(({ entry }) => entry !== 'exempt');
  if (sat.length === 0) return without('exempt');
  const share: Pair = [0n, 0n];
  for (const { entry, maximum } of sat) {
    share[0] += BigInt(typeof entry === 'number' ? entry : 0);
    share[1] += BigInt(maximum);
  }
  const total: Pair = [share[0] * 100n, share[1]];
  let band = bands.at(-1)!;
  for (const next of bands.toReversed()) if (!isLess(total, [BigInt(next.from), 100n])) band = next;
  const isAbsent = sat.every(({ entry }) => entry === 'absent');
  const passed = !isAbsent && !isLess(total, [BigInt(passMark), 100n]);
  return {
    status: isAbsent ? 'absent' : 'complete',
    total,
    points: BigInt(band.points),
    grade: band.grade,
    passed,
  };
}

function slowTerm(courses: { units: number; slow: Slow }[]) {
  let sum: Pair = [0n, 1n];
  let gpa: Pair = [0n, 0n];
  const counting = courses.filter(({ slow }) => slow.total);
  for (const { units, slow } of counting) {
    sum = plus(sum, slow.total!);
    gpa = [gpa[0] + BigInt(units) * slow.points, gpa[1] + BigInt(units) * 100n];
  }
  const average: Pair = [sum[0], sum[1] * BigInt(counting.length)];
  const statuses = new Set(courses.map(({ slow }) => slow.status));
  return { average: counting.length ? average : null, gpa: gpa[1] ? gpa : null, counted: counting.length, statuses };
}

function expectSame(students: StudentOfClass[], rule: ClassRule, results: StudentResult[]): void {
  const slow = students.map((one) => {
    const courses = one.registrations.map((row) => ({ ...row, slow: slowCourse(one, row) }));
    return { batch: one.batch, courses, term: slowTerm(courses) };
  });
  const rankable = slow.map(({ batch, term: { statuses, counted, ...values } }) => {
    const isOpen = statuses.has('withheld') || (statuses.has('incomplete') && !rule.includesIncomplete);
    const value = isOpen || counted < Math.max(rule.minimumCourses, 1) ? null : values[rule.rankBy];
    return { batch, value };
  });
  const valuesOf = (rows: { value: Pair | null }[]) => rows.flatMap(({ value }) => (value ? [value] : []));
  results.forEach(({ courses, term, inClass, inBatch, batch }, at) => {
    const own = slow[at]!;
    expect(isSame(term.average, own.term.average) && isSame(term.gpa, own.term.gpa)).toBe(true);
    expect(term.passed).toBe(own.courses.filter((row) => row.slow.passed).length);
    const { value } = rankable[at]!;
    const inGroup = valuesOf(rankable.filter((row) => row.batch === batch));
    expect(inClass?.position).toBe(value ? rankByCounting(value, valuesOf(rankable)) : undefined);
    expect(inBatch?.position).toBe(value ? rankByCounting(value, inGroup) : undefined);
    expect(inBatch?.of).toBe(value ? inGroup.length : undefined);
    courses.forEach(({ course, result, inClass, inBatch }, index) => {
      const { slow: expected } = own.courses[index]!;
      expect([result.status, result.grade, result.passed ?? false]).toEqual([
        expected.status,
        expected.grade,
        expected.passed,
      ]);
      expect(isSame(result.total, expected.total)).toBe(true);
      const complete = slow.flatMap(({ courses, batch }) =>
        courses.flatMap((row) =>
          row.course === course && row.slow.status === 'complete' ? [{ batch, value: row.slow.total }] : [],
        ),
      );
      const isRanked = expected.status === 'complete';
      const near = complete.filter((row) => row.batch === batch);
      expect(inClass?.position).toBe(isRanked ? rankByCounting(expected.total!, valuesOf(complete)) : undefined);
      expect(inBatch?.position).toBe(isRanked ? rankByCounting(expected.total!, valuesOf(near)) : undefined);
    });
  });
}

test('a class is totalled, graded, averaged and ranked as by counting', () => {
  fc.assert(
    fc.property(classOf, rule, (students, rule) => {
      const { students: results, ofClass } = classResults(students, rule);
      expectSame(students, rule, results);
      for (const [course, { average, highest, lowest, entered }] of ofClass) {
        const pairs = students.flatMap((one) =>
          one.registrations.flatMap((row) => {
            const { total } = slowCourse(one, row);
            return row.course === course && total ? [total] : [];
          }),
        );
        const [top, bottom] = pairs.reduce(plus, [0n, 1n]);
        const sorted = pairs.toSorted((a, b) => (isLess(a, b) ? -1 : 1));
        expect(entered).toBe(pairs.length);
        expect(isSame(average, pairs.length ? [top, bottom * BigInt(pairs.length)] : null)).toBe(true);
        expect(isSame(lowest, sorted[0] ?? null) && isSame(highest, sorted.at(-1) ?? null)).toBe(true);
      }
    }),
    runs(300),
  );
});

const attemptsOf: fc.Arbitrary<Attempt[]> = fc.array(
  fc.record({
    course: fc.nat(4),
    units: fc.nat(6),
    passed: fc.boolean(),
    points: fc.constantFrom(0, 100, 225, 325, 400, null),
  }),
  { maxLength: 20 },
);

test('CGPA and carry-overs with repeats are as by looking back', () => {
  fc.assert(
    fc.property(attemptsOf, fc.constantFrom('all_attempts' as const, 'replaces' as const), (attempts, policy) => {
      let [top, bottom] = [0n, 0n];
      attempts.forEach(({ course, units, points }, at) => {
        // Passed or failed alone: earns its units and has no points.
        if (points === null) return;
        const isRepeated = attempts.slice(at + 1).some((later) => later.course === course && later.points !== null);
        if (policy === 'replaces' && isRepeated) return;
        for (let unit = 0; unit < units; unit += 1) [top, bottom] = [top + BigInt(points), bottom + 100n];
      });
      const found = cgpa(attempts, policy);
      expect(isSame(found.value, bottom ? [top, bottom] : null)).toBe(true);
      expect([BigInt(found.points), BigInt(found.units) * 100n]).toEqual([top, bottom]);
      const passed = [0, 1, 2, 3, 4].filter((course) => attempts.some((one) => one.course === course && one.passed));
      const tried = [0, 1, 2, 3, 4].filter((course) => attempts.some((one) => one.course === course));
      const open = carryOvers(attempts).map(({ course }) => Number(course));
      expect(open.toSorted()).toEqual(tried.filter((course) => !passed.includes(course)));
      const earned = passed.map((course) => attempts.findLast((one) => one.course === course && one.passed)!.units);
      expect(found.unitsPassed).toBe(earned.reduce((sum, units) => sum + units, 0));
    }),
    runs(1000),
  );
});

test('splitting a record into terms changes no CGPA of all attempts', () => {
  fc.assert(
    fc.property(attemptsOf, attemptsOf, (before, after) => {
      const [one, two, both] = [before, after, [...before, ...after]].map((list) => cgpa(list, 'all_attempts'));
      expect([one!.points + two!.points, one!.units + two!.units]).toEqual([both!.points, both!.units]);
    }),
    runs(300),
  );
});

const value = fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 90 }));
const terms = fc.array(fc.option(value), { maxLength: 3 });
const weights = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60));

test('cumulatives are as by repeating each value as often as it weighs', () => {
  fc.assert(
    fc.property(terms, weights, fc.boolean(), (values, weights, renormalises) => {
      const exact = values.map((pair) => (pair ? fraction(...pair) : null));
      const slow = (times: (at: number) => number, counts: (at: number) => boolean): Pair | null => {
        let sum: Pair = [0n, 1n];
        let number = 0n;
        values.forEach((pair, at) => {
          for (let time = 0; time < times(at); time += 1) {
            if (pair) sum = plus(sum, [BigInt(pair[0]), BigInt(pair[1])]);
            if (counts(at)) number += 1n;
          }
        });
        return number && values.some(Boolean) ? [sum[0], sum[1] * number] : null;
      };
      const isThere = (at: number) => values[at] !== null;
      expect(
        isSame(
          cumulative(exact, { kind: 'mean' }),
          slow(() => 1, isThere),
        ),
      ).toBe(true);
      const rule = { kind: 'weighted' as const, weights, renormalises };
      const expected = slow((at) => weights[at]!, renormalises ? isThere : () => true);
      expect(isSame(cumulative(exact, rule), expected)).toBe(true);
      const last = values.at(-1);
      expect(isSame(cumulative(exact, { kind: 'last' }), last ? [BigInt(last[0]), BigInt(last[1])] : null)).toBe(true);
    }),
    runs(500),
  );
});
