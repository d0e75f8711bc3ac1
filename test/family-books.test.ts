import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { families, openOffice } from './books/families.ts';
import { badAgreements, lookAt, ownGains } from './books/gains.ts';
import { requestKinds, send, type Request } from './books/requests.ts';
import { startSchool } from '#test/harness/app.ts';

const request: fc.Arbitrary<Request> = fc.record({
  kind: fc.constantFrom(...requestKinds, 'bill', 'cash', 'transfer', 'statement', 'approve', 'approve', 'approve'),
  by: fc.nat(27),
  who: fc.nat(4),
  other: fc.nat(4),
  which: fc.nat(7),
  amount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90_000_00 })),
});

const length = 40;
const some = fc.array(request, { minLength: length, maxLength: length, size: 'max' });
const runs = Number(process.env['AKADA_RUNS'] ?? 4);

/** 2,000 acts: `AKADA_RUNS=50`. */
test(
  'a bursary in which two are parents gives nothing to its own families, and its books are right',
  { timeout: 3_600_000 },
  async () => {
    const seed = Number(process.env['AKADA_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    const done = { acts: 0, accepted: new Map<string, number>(), ofFamily: 0 };
    await fc.assert(
      fc.asyncProperty(some, async (acts) => {
        const world = await startSchool();
        try {
          const office = await openOffice(world);
          for (const act of acts) {
            const before = await lookAt(office);
            const { person, answer } = await send(office, act);
            const told = `${person} ${act.kind}: ${answer?.statusCode} ${answer?.body.slice(0, 200)}`;
            expect(answer?.statusCode ?? 0, told).toBeLessThan(500);
            expect(await ownGains(office, person, before), told).toEqual([]);
            expect(await badAgreements(office), told).toEqual([]);
            expect(await world.database.asSystem([office.institutionId], checkBooks), told).toEqual([]);
            done.acts += 1;
            if (answer && answer.statusCode < 400) done.accepted.set(act.kind, (done.accepted.get(act.kind) ?? 0) + 1);
            if (answer?.statusCode === 403 && person in families && answer.body.includes('own family'))
              done.ofFamily += 1;
          }
        } finally {
          await world.close();
        }
      }),
      { seed, numRuns: runs, endOnFailure: true },
    );
    const accepted = [...done.accepted.values()].reduce((sum, count) => sum + count, 0);
    if (process.env['AKADA_RUNS'])
      console.log(
        `seed ${seed}: ${done.acts} acts, ${accepted} accepted, ${done.ofFamily} refused to families`,
        done.accepted,
      );
    // Acts that are all refused prove nothing.
    expect(accepted).toBeGreaterThan(done.acts / 5);
    expect(done.ofFamily).toBeGreaterThan(0);
  },
);
