import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { students } from '#features/people/students/students.schema.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { createSchool, type School } from '#test/school.ts';

let database: Database;
let school: School;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = connect({ url: fresh.appUrl, max: 2 });
  await database.anonymous(async () => {});
  school = await createSchool(database);
});
afterAll(async () => {
  await database?.close();
  await drop?.();
});

test('what tests copy is the same world', () => expect(inject('school')).toEqual(school));

test('everyone in it is known by name', async () => {
  const { ilorin, offa } = school;
  const [ada] = await database.asSystem([ilorin.id], (tx) =>
    tx.select().from(students).where(eq(students.id, ilorin.studentIds['Ada Obi'])),
  );
  expect(ada).toMatchObject({ surname: 'Obi', admissionNumber: '2026/0001', batchId: ilorin.batchIds['JSS 1 A'] });
  expect(Object.keys(ilorin.studentIds)).toHaveLength(12);
  const strangers = await database.asSystem([ilorin.id], (tx) =>
    tx.select().from(students).where(eq(students.id, offa.studentIds['Yakubu Ndako'])),
  );
  expect(strangers).toEqual([]);
});
