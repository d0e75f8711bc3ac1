import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { startSchool } from '#test/harness/app.ts';
import { intakeClasses, intakes } from '../admissions.schema.ts';
import { CreateIntake, createIntake } from './create-intake.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

/** What the form of a new intake sends. */
const form = (more: object = {}) => {
  const { ilorin } = world.school;
  return {
    ...{ institutionId: ilorin.id, programId: ilorin.programId, sessionId: ilorin.sessionIds.current },
    ...{ opensAt: '2026-11-01T08:00', closesAt: '2027-03-31T23:50', offerDays: '14' },
    numberPattern: 'APP/{year}/{seq:4}',
    classes: { 1: { classId: Object.values(ilorin.classIds)[0], seats: '80' } },
    photo: 'required',
    papers: { 2: { label: 'Birth certificate', isRequired: 'true' }, 3: { label: '2026 result' } },
    tests: { 4: { label: 'English', most: '60' } },
    ...more,
  };
};

test('an intake is stored in the institution’s time, its papers and tests with keys from their labels', async () => {
  const { ilorin } = world.school;
  const id = await world.database.asSystem([ilorin.id], (tx) =>
    createIntake(tx, systemActor(ilorin.id, 'The world'), CreateIntake.parse(form())),
  );
  const [row] = await world.database.asSystem([ilorin.id], (tx) =>
    tx
      .select()
      .from(intakes)
      .where(and(eq(intakes.institutionId, ilorin.id), eq(intakes.id, id))),
  );
  expect(row).toMatchObject({
    opensAt: new Date('2026-11-01T07:00:00Z'),
    publishedAt: null,
    papers: [
      { key: 'photo', label: 'Photo', isRequired: true },
      { key: 'birth-certificate', label: 'Birth certificate', isRequired: true },
      { key: 'result', label: '2026 result', isRequired: false },
    ],
    tests: [{ key: 'english', label: 'English', most: 60 }],
  });
  const classes = await world.database.asSystem([ilorin.id], (tx) => tx.select().from(intakeClasses));
  expect(classes).toMatchObject([{ intakeId: id, seats: 80 }]);
});
