import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { feeAudience } from '../fees.schema.ts';
import { addFee } from '#test/harness/sample-fees.ts';
import type { FeeDetails } from '../setup/fee.queries.ts';
import { adjusted } from './copy-fees.ts';
import type { CopyPreview, FeeDuplicateProps } from './copying.routes.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
});
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);
const terms = () =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id from terms where institution_id = ${ilorin().id} order by starts_on`,
    );
    return rows.map(({ id }) => id);
  });
const feesNamed = () =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ id: number; title: string; amount: number; term: number; due: string[] }>(sql`
      select f.id, f.title, f.term_id as term, (select sum(p.amount)::bigint from fee_particulars p where p.fee_id = f.id) as amount,
        (select array_agg(i.due_on::text order by i.position) from fee_instalments i where i.fee_id = f.id) as due
      from fees f order by f.id`);
    return rows;
  });

/** ₦100,000 tuition and ₦12,345 books for JSS 1, in two instalments. */
const jss1 = async () => {
  const [termId] = await terms();
  return work(async (tx) => {
    const fee = await addFee(tx, ilorin(), {
      title: 'JSS 1 First Term fees',
      termId: termId!,
      particulars: [{ amount: 100_000_00 }, { amount: 12_345_00 }],
      instalments: [{ dueOn: '2026-09-21', amount: 50_000_00 }, { dueOn: '2026-11-02' }],
    });
    await tx
      .insert(feeAudience)
      .values({ institutionId: ilorin().id, feeId: fee.id, kind: 'class', classId: ilorin().classIds['JSS 1']! });
    return fee;
  });
};

test('3.7: last term’s fees are copied with a rise, rounded, with due dates moved, after a preview of each', async () => {
  const fee = await jss1();
  const [first, second] = await terms();
  const { props } = await bursar.page('/fees/copy?percent=10&step=10000');
  expect(props).toMatchObject({ from: `t${first}`, to: `t${second}` });
  expect(props.rows as CopyPreview[]).toMatchObject([
    {
      title: 'JSS 1 Second Term fees',
      before: 112_345_00,
      after: 123_600_00,
      isThere: false,
      particulars: [
        { before: 100_000_00, after: 110_000_00 },
        { before: 12_345_00, after: 13_600_00 },
      ],
      dates: [
        { before: '2026-09-21', after: '2027-01-18' },
        { before: '2026-11-02', after: '2027-03-01' },
      ],
    },
  ]);
  const body = {
    institutionId: ilorin().id,
    from: `t${first}`,
    to: `t${second}`,
    percent: '10',
    direction: 'up',
    step: 10_000,
    fees: [fee.id],
    shown: { [fee.id]: 123_600_00 },
  };
  const changed = await bursar.post('/fees/copy', { ...body, shown: { [fee.id]: 1 } });
  expect(changed.json().errors.fees).toContain('has since changed');
  const copied = await bursar.post('/fees/copy', body);
  expect(copied.statusCode, copied.body).toBe(303);
  const copy = (await feesNamed()).at(-1)!;
  expect(copy).toMatchObject({
    title: 'JSS 1 Second Term fees',
    term: second,
    amount: 123_600_00,
    due: ['2027-01-18', '2027-03-01'],
  });
  const again = await bursar.page('/fees/copy');
  expect(again.props).toMatchObject({ from: `t${second}` });
  const twice = await bursar.post('/fees/copy', body);
  expect(twice.statusCode).toBe(422);
  expect(await feesNamed()).toHaveLength(2);
});

test('a fee is duplicated for other classes at once, each with a title and amounts of its own', async () => {
  const fee = await jss1();
  const jss2 = ilorin().classIds['JSS 2']!;
  const { props } = await bursar.page(`/fees/${fee.id}/duplicate`);
  expect(props.classes as FeeDuplicateProps['classes']).toEqual([
    { id: jss2, name: 'JSS 2', program: 'Junior Secondary', title: 'JSS 2 First Term fees', isTaken: false },
  ]);
  const [tuition, books] = fee.particularIds;
  const copies = {
    [jss2]: {
      isChosen: 'on',
      title: 'JSS 2 First Term fees',
      amounts: { [tuition!]: 120_000_00, [books!]: 12_345_00 },
    },
  };
  const nothing = await bursar.post(`/fees/${fee.id}/duplicate`, { copies: {} });
  expect(nothing.json().errors.form).toBe('Tick at least one class.');
  const wrong = await bursar.post(`/fees/${fee.id}/duplicate`, {
    copies: { [jss2]: { isChosen: 'on', title: 'JSS 2 First Term fees', amounts: { [tuition!]: -1 } } },
  });
  expect(Object.keys(wrong.json().errors)).toEqual([`copies.${jss2}.amounts.${tuition}`]);
  const answer = await bursar.post(`/fees/${fee.id}/duplicate`, { copies });
  expect(answer.statusCode, answer.body).toBe(303);
  const made = (await feesNamed()).at(-1)!;
  const { fee: copy } = (await bursar.page(`/fees/${made.id}`)).props as { fee: FeeDetails };
  expect(copy).toMatchObject({
    title: 'JSS 2 First Term fees',
    copiedFromId: fee.id,
    audience: [{ kind: 'class', classId: jss2 }],
    particulars: [{ amount: 120_000_00 }, { amount: 12_345_00 }],
    // Half of ₦112,345 and some; the same part of ₦132,345.
    instalments: [{ amount: 58_901_15 }, { amount: null }],
  });
  expect((await bursar.post(`/fees/${fee.id}/duplicate`, { copies })).statusCode).toBe(422);
});

test('amounts rise and fall to the step, never to nothing', () => {
  expect(adjusted(12_345_00, { percent: 1000, direction: 'up', step: 100_00 })).toBe(13_600_00);
  expect(adjusted(12_345_00, { percent: 1000, direction: 'down', step: 100_00 })).toBe(11_100_00);
  expect(adjusted(12_345_67, { percent: 0, direction: 'up', step: 100_00 })).toBe(12_345_67);
  expect(adjusted(1_00, { percent: 5000, direction: 'down', step: 100_00 })).toBe(100_00);
  const step = fc.constantFrom(1, 100_00, 500_00, 1_000_00);
  const amount = fc.integer({ min: 1, max: 5_000_000_000_000 });
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 10_000 }), step, (before, percent, unit) => {
      const up = adjusted(before, { percent, direction: 'up', step: unit });
      const down = adjusted(before, { percent, direction: 'down', step: unit });
      for (const after of [up, down]) {
        expect(Number.isSafeInteger(after) && after >= unit).toBe(true);
        expect(after % unit).toBe(0);
      }
      expect(down).toBeLessThanOrEqual(up);
      const exact = (Number(before) * (10_000 + percent)) / 10_000;
      expect(Math.abs(up - exact)).toBeLessThanOrEqual(Math.max(unit, 1));
    }),
    { numRuns: 500 },
  );
});
