import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, TooMany } from '#kernel/errors.ts';
import { startSchool } from '#test/harness/app.ts';
import { makeBatch } from './batches/make-batch.ts';
import { confirmPrinted } from './batches/confirm-printed.ts';
import { makePins } from './batches/make-pins.job.ts';
import { voidPin, replacePin } from './corrections/void-pins.ts';
import { pinKeys, secretDigits } from './pin-keys.ts';
import { pinBatches, pinKinds, pinSellers } from './pins.schema.ts';
import { pinsOnSale, boughtPins } from './sale/pins-on-sale.queries.ts';
import { releasePins, reservePins, sellPins } from './sale/reserve-pins.ts';
import { sellCards } from './sale/sell-cards.ts';
import { openWithPin, usePin, tryPin, type TypedPin } from './use/open-with-pin.ts';
import { handOver } from './sellers/sellers.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let maker: ReturnType<typeof systemActor>;
let kind: number;
let resultKind: number;
let programs: number[];
/** Of the printed cards, in the order of serials. */
let cards: { serial: string; secret: string }[];
const inside = <T>(work: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin], work);

beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  await world.database.anonymous(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from accounts where username = 'registrar'`);
    maker = systemActor(ilorin, 'Bola Ahmed', Number(rows[0]!.id));
  });
  await inside(async (tx) => {
    await tx.execute(
      sql`insert into programs (institution_id, code, name) values (${ilorin}, 'EVE', 'Evening classes')`,
    );
    const { rows } = await tx.execute<{ id: number }>(sql`select id from programs order by id`);
    programs = rows.map(({ id }) => Number(id));
    const common = { institutionId: ilorin, price: 500_000, validDays: 365, isOnSale: true };
    const made = await tx
      .insert(pinKinds)
      .values([
        { ...common, name: 'Entrance form', type: 'registration', programId: programs[0] },
        { ...common, name: 'Result checker', type: 'result', views: 2 },
      ])
      .returning({ id: pinKinds.id });
    [kind, resultKind] = made.map(({ id }) => id) as [number, number];
  });
  // What their buyers ordered; these verbs care for the pins alone.
  await inside((tx) =>
    tx.execute(sql`
    insert into orders (institution_id, id, number, kind, pin_kind_id, unit_price, amount, currency, origin, expires_at)
    overriding system value
    select ${ilorin}, n, n, 'pins', ${kind}, 500000, 500000, 'NGN', '', now() from generate_series(1, 70) n`),
  );
  cards = await makeCards(kind, 12);
  await make(kind, 'orders', 4);
});
afterAll(() => world.close());

const signal = new AbortController().signal;
async function make(kindId: number, purpose: 'cards' | 'orders', quantity: number) {
  const { id } = await inside((tx) =>
    makeBatch(tx, maker, world.services.jobs, 'https://akada.test', {
      kind_id: kindId,
      purpose,
      quantity,
      expires_on: null,
      layout: purpose === 'cards' ? 'csv' : null,
    }),
  );
  await makePins(world.services, { institutionId: ilorin, batchId: id }, signal);
  return id;
}
async function makeCards(kindId: number, quantity: number) {
  const id = await make(kindId, 'cards', quantity);
  const batch = await inside(
    async (tx) =>
      (
        await tx
          .select()
          .from(pinBatches)
          .where(sql`id = ${id}`)
      )[0]!,
  );
  const digits = pinKeys(world.services.secret, ilorin).unseal(batch.secrets!)!;
  await inside((tx) => confirmPrinted(tx, maker, id));
  return Array.from({ length: quantity }, (_, at) => ({
    serial: String(batch.firstSerial + at),
    secret: digits.slice(at * secretDigits, (at + 1) * secretDigits),
  }));
}

let forms = 0;
const typed = (pin: { serial: string; secret: string }, more: Partial<TypedPin> = {}): TypedPin => ({
  institutionId: ilorin,
  type: 'registration',
  programId: programs[0]!,
  ...pin,
  from: { address: '10.0.0.1', form: `application:${(forms += 1)}` },
  ...more,
});
async function open(pin: TypedPin, application = (forms += 1)) {
  const attempt = await tryPin(world.services, pin);
  await inside((tx) => usePin(tx, attempt, application));
}
const statusOf = (serial: string) =>
  inside(
    async (tx) =>
      (await tx.execute<{ status: string }>(sql`select status from pins where serial = ${serial}`)).rows[0]!.status,
  );
async function sellOne(orderId: number, { serial }: { serial: string }) {
  await inside((tx) =>
    sellCards(tx, { institutionId: ilorin, first: Number(serial), last: Number(serial), sellerId: null, orderId }),
  );
}

test('one pin used by fifty people at once opens one application', async () => {
  const pin = cards[0]!;
  await sellOne(1, pin);
  const ends = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      open(
        typed(
          { ...pin, secret: pin.secret.replace(/(.{4})/g, '$1 ') },
          { from: { address: `10.0.1.${at}`, form: `f${at}` } },
        ),
      ),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(ValidationError);
  expect(await statusOf(pin.serial)).toBe('used');
});

test('a wrong, used, foreign, expired, void, unsold and unknown pin get one answer after one time, and the log tells them apart', async () => {
  const [used, good, expired, voided, unsold] = cards as [Pin, Pin, Pin, Pin, Pin];
  for (const [at, pin] of [good, expired, voided].entries()) await sellOne(10 + at, pin);
  await inside((tx) => tx.execute(sql`update pins set expires_on = current_date - 2 where serial = ${expired.serial}`));
  await inside((tx) => voidPin(tx, maker, ilorin, Number(voided.serial), { reason: 'Card lost' }));
  const wrong = { ...good, secret: good.secret === '000000000000' ? '000000000001' : '000000000000' };
  const ways: [string, TypedPin][] = [
    ['wrong', typed(wrong)],
    ['used', typed(used)],
    ['foreign', typed(good, { programId: programs[1]! })],
    ['foreign', typed(good, { type: 'result', programId: null })],
    ['expired', typed(expired)],
    ['void', typed(voided)],
    ['unsold', typed(unsold)],
    ['unknown', typed({ serial: '99999999', secret: good.secret })],
    ['unknown', typed({ serial: 'x'.repeat(500), secret: '' })],
  ];
  const answers = new Set<string>();
  const times: number[] = [];
  for (const [, pin] of ways) {
    const began = performance.now();
    const error = await open(pin).catch((thrown: unknown) => thrown);
    times.push(performance.now() - began);
    answers.add(JSON.stringify((error as ValidationError).errors));
  }
  expect([...answers]).toHaveLength(1);
  expect(Math.min(...times)).toBeGreaterThan(20);
  const logged = await inside((tx) =>
    tx.execute(sql`select outcome from pin_tries order by id desc limit ${ways.length}`),
  );
  expect(logged.rows.map(({ outcome }) => outcome).toReversed()).toEqual(ways.map(([way]) => way));
  // The same pin as in the wrong tries, and the same application again.
  await open(typed(good), 500);
  await open(typed(good), 500);
  await expect(open(typed(good), 501)).rejects.toThrow('can’t be used');
});
type Pin = { serial: string; secret: string };

test('no table has a secret in readable form, before and after the sale', async () => {
  const order = { institutionId: ilorin, orderId: 30 };
  await inside((tx) => sellPins(tx, world.services.secret, order, { kindId: kind, quantity: 1 }));
  const [bought] = await inside((tx) => boughtPins(tx, world.services.secret, order));
  expect(bought!.secret).toMatch(/^\d{12}$/);
  const unprinted = await make(kind, 'cards', 3);
  const dump = await inside(async (tx) =>
    JSON.stringify(
      (
        await tx.execute(sql`select to_jsonb(p) as pin from pins p union all select to_jsonb(b) from pin_batches b
      union all select to_jsonb(t) from pin_tries t union all select to_jsonb(a) from audit_entries a`)
      ).rows,
    ),
  );
  const batch = await inside(
    async (tx) =>
      (
        await tx
          .select()
          .from(pinBatches)
          .where(sql`id = ${unprinted}`)
      )[0]!,
  );
  const waiting = pinKeys(world.services.secret, ilorin).unseal(batch.secrets!)!;
  const known = [bought!.secret!, waiting, ...waiting.match(/.{12}/g)!, ...cards.map(({ secret }) => secret)];
  for (const secret of known) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
  }
  // Without the installation's key nothing opens: the hash of another key is another one.
  expect(pinKeys(Buffer.alloc(32, 8), ilorin).unseal(batch.secrets!)).toBeNull();
  const hash = pinKeys(Buffer.alloc(32, 8), ilorin).hash(bought!.serial, bought!.secret!);
  expect(hash).not.toEqual(pinKeys(world.services.secret, ilorin).hash(bought!.serial, bought!.secret!));
  await open(typed({ serial: String(bought!.serial), secret: bought!.secret! }));
  expect((await inside((tx) => boughtPins(tx, world.services.secret, order)))[0]!.secret).toBeNull();
});

test('the page of a batch says what its cards lack until they can be used', async () => {
  const id = await make(kind, 'cards', 3);
  const idle = async () => {
    const { batch } = (await (await world.as('owner')).page(`/pin-batches/${id}`)).props;
    return batch.idle && [batch.idle.count, batch.idle.first, batch.idle.last, batch.printedAt !== null];
  };
  const first = await inside(
    async (tx) => (await tx.select().from(pinBatches).where(eq(pinBatches.id, id)))[0]!.firstSerial,
  );
  expect(await idle()).toEqual([3, first, first + 2, false]);
  await inside((tx) => confirmPrinted(tx, maker, id));
  expect(await idle()).toEqual([3, first, first + 2, true]);
  const owner = await world.as('owner');
  const [seller] = await inside((tx) =>
    tx
      .insert(pinSellers)
      .values({ institutionId: ilorin, name: 'Corner shop', kind: 'agent' })
      .returning({ id: pinSellers.id }),
  );
  const give = (serial: number) =>
    owner.post('/pin-handovers', {
      seller_id: seller!.id,
      direction: 'out',
      first_serial: String(serial),
      last_serial: String(serial),
    });
  expect((await give(first + 1)).statusCode).toBe(303);
  // The first run of cards without a gap is what the form is filled in with.
  expect(await idle()).toEqual([2, first, first, true]);
  const { props } = await owner.page(`/pin-handovers/new?first_serial=${first}&last_serial=${first}`);
  expect(props).toMatchObject({ first: String(first), last: String(first) });
  for (const serial of [first, first + 2]) expect((await give(serial)).statusCode).toBe(303);
  expect(await idle()).toBeNull();
});

test('stock is what nobody reserved; an order gets all its pins or none', async () => {
  const stock = () => inside(async (tx) => (await pinsOnSale(tx, ilorin, programs[0]!))[0]!.stock);
  expect(await stock()).toBe(3);
  expect(await inside((tx) => pinsOnSale(tx, ilorin, programs[1]!))).toEqual([]);
  const order = { institutionId: ilorin, orderId: 40 };
  expect(await inside((tx) => reservePins(tx, order, { kindId: kind, quantity: 2 }))).toBe(2);
  expect(await stock()).toBe(1);
  const late = { institutionId: ilorin, orderId: 41 };
  expect(await inside((tx) => sellPins(tx, world.services.secret, late, { kindId: kind, quantity: 2 }))).toBe(false);
  expect(await stock()).toBe(1);
  // What was reserved has expired meanwhile: others take their place, if there are any.
  await inside((tx) =>
    tx.execute(
      sql`update pins set expires_on = current_date - 2 where serial = (select min(serial) from pins where order_id = 40)`,
    ),
  );
  expect(await inside((tx) => sellPins(tx, world.services.secret, order, { kindId: kind, quantity: 2 }))).toBe(true);
  expect(await stock()).toBe(0);
  await inside((tx) => releasePins(tx, order));
  expect(await inside((tx) => boughtPins(tx, world.services.secret, order))).toHaveLength(2);
});

test('cards open something only once they are with a seller or sold; the seller answers for what was used', async () => {
  const [first, second, third] = cards.slice(6) as [Pin, Pin, Pin];
  const sellerId = await inside(
    async (tx) =>
      (
        await tx
          .insert(pinSellers)
          .values({ institutionId: ilorin, name: 'Kwara Bank', kind: 'bank' })
          .returning({ id: pinSellers.id })
      )[0]!.id,
  );
  const range = { first_serial: Number(first.serial), last_serial: Number(third.serial) };
  await inside((tx) => handOver(tx, maker, { seller_id: sellerId, direction: 'out', ...range, note: null }));
  await open(typed(first));
  await expect(
    inside((tx) => handOver(tx, maker, { seller_id: sellerId, direction: 'back', ...range, note: null })),
  ).rejects.toThrow('is used');
  await inside((tx) =>
    handOver(tx, maker, {
      seller_id: sellerId,
      direction: 'back',
      first_serial: Number(third.serial),
      last_serial: Number(third.serial),
      note: null,
    }),
  );
  await expect(open(typed(third))).rejects.toThrow('can’t be used');
  const sold = await inside((tx) =>
    sellCards(tx, {
      institutionId: ilorin,
      first: Number(first.serial),
      last: Number(second.serial),
      sellerId,
      orderId: 50,
    }),
  );
  expect(sold).toEqual({ kindId: kind, quantity: 2 });
  expect([await statusOf(first.serial), await statusOf(second.serial)]).toEqual(['used', 'sold']);
});

test('a lost pin is voided and replaced in one act, and the new one is for its buyer only', async () => {
  await make(kind, 'orders', 1);
  const lost = cards[7]!;
  const serial = await inside((tx) =>
    replacePin(tx, maker, world.services.secret, ilorin, Number(lost.serial), { reason: 'Lost' }),
  );
  await expect(open(typed(lost))).rejects.toThrow('can’t be used');
  const pins = await inside((tx) => boughtPins(tx, world.services.secret, { institutionId: ilorin, orderId: 50 }));
  const made = pins.find((pin) => pin.serial === serial)!;
  await open(typed({ serial: String(made.serial), secret: made.secret! }));
});

const checked = (trying: Promise<unknown>): Promise<string> =>
  trying.then(
    () => 'checked',
    (error: unknown) => (error instanceof TooMany ? 'blocked' : 'failed'),
  );

test('100,000 tries from 50 addresses open nothing, and lock out nobody who owns a pin', async () => {
  const pin = cards[10]!;
  await sellOne(60, pin);
  const guess = (address: string, form: string) =>
    checked(tryPin(world.services, typed({ ...pin, secret: '123123123123' }, { from: { address, form } })));
  const tries: string[] = [];
  // A cookie of his own for every try: only the address and the serial number count.
  for (let at = 0; at < 60; at += 1) tries.push(await guess(`10.9.0.${at % 5}`, `visitor:${at}`));
  expect(tries.filter((end) => end === 'checked')).toHaveLength(30);
  expect(tries.slice(-20)).toEqual(Array.from({ length: 20 }, () => 'blocked'));
  // A hundred thousand more, from all addresses: the next try is still counted quickly, and refused.
  await inside((tx) =>
    tx.execute(sql`insert into pin_tries (institution_id, serial, outcome, address, form)
      select ${ilorin}, ${pin.serial}::bigint, 'wrong', '10.9.0.' || n % 50, 'application:guess ' || n % 4
      from generate_series(1, 100000) n`),
  );
  expect(await guess('10.9.0.1', 'visitor:new')).toBe('blocked');
  expect(await statusOf(pin.serial)).toBe('sold');
  // For the attacked serial number, from an address that took no part.
  await open(typed(pin, { from: { address: '10.9.1.1', form: 'application:honest' } }));
});

test('an address has a hundred wrong tries an hour, whatever cookies, numbers or IPv6 addresses it makes up', async () => {
  await inside((tx) =>
    tx.execute(sql`insert into pin_tries (institution_id, serial, outcome, address, form)
      select ${ilorin}, 800000 + n, 'unknown', '2001:db8:7:7::/64', 'visitor:v6 ' || n from generate_series(1, 97) n`),
  );
  const ends: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const from = { address: `2001:db8:7:7::${at + 1}`, form: `visitor:another ${at}` };
    const guess = typed({ serial: String(900_000 + at), secret: '123123123123' }, { from });
    ends.push(await checked(tryPin(world.services, guess)));
  }
  expect(ends).toEqual(['checked', 'checked', 'checked', 'blocked', 'blocked', 'blocked']);
});

test('a result pin belongs to the student and term that it opened first, and can be viewed so often', async () => {
  const [pin] = await makeCards(resultKind, 1);
  await sellOne(70, pin!);
  const { 'Ada Obi': ada, 'Ngozi Okafor': ngozi } = world.school.ilorin.studentIds;
  const termId = await inside(async (tx) =>
    Number((await tx.execute<{ id: number }>(sql`select id from terms order by id limit 1`)).rows[0]!.id),
  );
  const view = async (studentId: number) => {
    const attempt = await tryPin(world.services, typed(pin!, { type: 'result', programId: null }));
    return inside((tx) => openWithPin(tx, attempt, { studentId, termId }));
  };
  expect(await view(ada)).toBe(1);
  await expect(view(ngozi)).rejects.toThrow('can’t be used');
  expect(await view(ada)).toBe(0);
  await expect(view(ada)).rejects.toThrow('can’t be used');
});
