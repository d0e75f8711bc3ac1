import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { actKinds, perform, type Act } from './books/office.ts';
import { startSchool } from '#test/harness/app.ts';

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...actKinds, 'bill', 'bill', 'pay', 'pay'),
  who: fc.nat(3),
  other: fc.nat(3),
  which: fc.nat(7),
  amount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90_000_00 }), fc.constant(50_000_00)),
});

/** Rounds of what several people do at once. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 18 });

test('whatever a bursary does, several at once, the books say the same everywhere', async () => {
  const seed = Number(process.env['AKADA_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  await fc.assert(
    fc.asyncProperty(rounds, async (days) => {
      const world = await startSchool();
      const { id, studentIds } = world.school.ilorin;
      const four = Object.values(studentIds).slice(0, 4);
      try {
        for (const together of days) {
          const ended = await Promise.allSettled(together.map((one) => perform(world.database, id, four, one)));
          expect(
            ended.flatMap((end) => (end.status === 'rejected' ? String(end.reason?.cause ?? end.reason) : [])),
          ).toEqual([]);
          expect(await world.database.asSystem([id], checkBooks)).toEqual([]);
        }
      } finally {
        await world.close();
      }
    }),
    { seed, numRuns: Number(process.env['AKADA_RUNS'] ?? 12), endOnFailure: false },
  );
});
