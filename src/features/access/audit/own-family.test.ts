import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

const shownTo = async (owner: Browser) => {
  const { board } = (await owner.page('/home')).props;
  return board.dashlets.find(({ kind }: { kind: string }) => kind === 'audit.own_family').loaded;
};

test('the owner’s start page counts what people did for their own family, and leads to it', async () => {
  const world = await startSchool();
  try {
    const [owner, cashier] = [await world.as('owner'), await world.as('cashier')];
    expect(await shownTo(owner)).toMatchObject({ view: { as: 'figure', value: 0 } });
    const till = openTill(world);
    await till.work((tx) => tx.execute(sql`update accounts set phone = '+2348030000001' where username = 'cashier'`));
    await till.openDay(cashier);
    const { 'Tunde Bakare': own, 'Ada Obi': other } = world.school.ilorin.studentIds;
    for (const child of [own, other]) expect((await till.pay(cashier, child, 5_000_00)).statusCode).toBeLessThan(400);
    const { view } = await shownTo(await world.as('owner'));
    expect(view.value).toBe(1);
    const { rows } = (await owner.page(view.href)).props;
    expect(rows).toMatchObject([{ username: 'cashier', action: 'payments.take' }]);
  } finally {
    await world.close();
  }
});
