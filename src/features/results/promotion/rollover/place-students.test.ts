import { expect, test } from 'vitest';
import { placeStudents, type NextBatch, type StudentPlacement, type Placing } from './place-students.ts';

const batch = (id: number, arm: string, more: Partial<NextBatch> = {}): NextBatch => ({
  id,
  arm,
  classId: 2,
  name: `JSS 2 ${arm}`,
  capacity: 10,
  taken: 0,
  isClosed: false,
  ...more,
});
/** Students 1, 2, 3 … with these averages, from arm A. */
const students = (...averages: number[]): StudentPlacement[] =>
  averages.map((average, at) => ({
    studentId: at + 1,
    classId: 2,
    arm: 'A',
    average,
    isRepeating: false,
    chosen: null,
  }));
const place = { className: (id: number) => `JSS ${id}`, session: '2026/2027', word: 'arm', words: 'arms' };
const seats = (given: StudentPlacement[], batches: NextBatch[], placing: Placing) =>
  [...placeStudents(given, batches, placing, place)].toSorted(([a], [b]) => a - b).map(([, id]) => id);

test('the same arm; without one it says which is missing', () => {
  expect(seats(students(50, 60), [batch(1, 'A'), batch(2, 'B')], 'same_arm')).toEqual([1, 1]);
  expect(() => seats(students(50), [batch(2, 'B')], 'same_arm')).toThrow('JSS 2 has no arm “A” in 2026/2027.');
  expect(() => seats(students(50), [batch(1, 'A', { isClosed: true }), batch(2, 'B')], 'same_arm')).toThrow(
    'JSS 2 A is closed. Nobody was moved.',
  );
});

test('by average: the best dealt to and fro, or together; a small batch takes what fits', () => {
  const three = [batch(1, 'A'), batch(2, 'B'), batch(3, 'C')];
  expect(seats(students(90, 80, 70, 60, 50, 40), three, 'spread')).toEqual([1, 2, 3, 3, 2, 1]);
  expect(seats(students(90, 80, 70, 60, 50, 40), three, 'streamed')).toEqual([1, 1, 2, 2, 3, 3]);
  const small = [batch(1, 'A', { capacity: 1 }), batch(2, 'B'), batch(3, 'C')];
  expect(seats(students(90, 80, 70, 60, 50), small, 'streamed')).toEqual([1, 2, 2, 3, 3]);
  expect(seats(students(40, 50, 60, 70, 80), small, 'spread').filter((id) => id === 1)).toHaveLength(1);
});

test('a place chosen by hand comes first; repeaters keep their arm; too few seats refuse all, naming the batch', () => {
  const chosen = students(50, 60).map((one) => (one.studentId === 1 ? { ...one, chosen: 2 } : one));
  expect(seats(chosen, [batch(1, 'A'), batch(2, 'B')], 'same_arm')).toEqual([2, 1]);
  const repeating = students(30).map((one) => ({ ...one, classId: 1, arm: 'B', isRepeating: true }));
  expect(seats(repeating, [batch(7, 'A', { classId: 1 }), batch(8, 'B', { classId: 1 })], 'streamed')).toEqual([8]);
  expect(() => seats(students(50, 60), [batch(1, 'A', { capacity: 30, taken: 29 })], 'same_arm')).toThrow(
    'JSS 2 A has 1 seat left for 2 students. Nobody was moved.',
  );
  expect(() => seats(students(50), [batch(1, 'A', { taken: 10 })], 'spread')).toThrow('JSS 2 A is full.');
  expect(() => seats(students(50), [], 'spread')).toThrow('JSS 2 has no arms in 2026/2027.');
});
