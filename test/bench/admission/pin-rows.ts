import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { connect, type Database } from '#kernel/database.ts';
import { boughtPins } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { sellPins } from '#features/money/pins/sale/reserve-pins.ts';
import { usePin, tryPin } from '#features/money/pins/use/open-with-pin.ts';
import { median, quantiles } from '../quantiles.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const many = 10_000;
const maxPinsPerOrder = 100;

/** Pins made with their sheet, and pins tried. */
export async function pinRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { appUrl, client, school, secret } = site;
  const { rows } = await client.query<{ id: string }>(
    `insert into pin_kinds (institution_id, name, type, price, valid_days, instructions)
     values ($1, 'Entrance form', 'registration', 500000, 365, 'Open the school’s site and enter both numbers.') returning id`,
    [school.institutionId],
  );
  const kindId = Number(rows[0]!.id);
  await client.query(
    `update roles set permissions = permissions || array['pins.view', 'pins.make'] where institution_id = $1 and key = 'registrar'`,
    [school.institutionId],
  );
  say(`Making ${many} pins and their sheet …`);
  const made = await makePins(site, { kind_id: kindId, purpose: 'cards', quantity: many, layout: 'cards10' });
  await makePins(site, { kind_id: kindId, purpose: 'orders', quantity: maxPinsPerOrder });
  say('Trying pins …');
  const database = connect({ url: appUrl, max: 4 });
  try {
    const tried = await tryPins(database, {
      ...site,
      secret: Buffer.from(secret, 'hex'),
      kindId,
      count: isQuick ? 20 : maxPinsPerOrder,
    });
    return [{ what: '10,000 pins made and their sheet written', value: made, unit: 's', budget: 10 }, ...tried];
  } finally {
    await database.close();
  }
}

/** Seconds until the job is done. */
export async function makePins({ client, registrar }: Site, batch: object): Promise<number> {
  const from = performance.now();
  const body = JSON.stringify({ expires_on: '', layout: '', ...batch });
  const answer = await registrar.post('/pin-batches', body, 'application/json');
  if (answer.status !== 303)
    throw new Error(`Making pins answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  for (;;) {
    const { rows } = await client.query<{ state: string }>(`select state from pin_batches order by id desc limit 1`);
    if (rows[0]!.state === 'ready') return (performance.now() - from) / 1000;
    if (rows[0]!.state === 'failed') throw new Error('The pins could not be made.');
    await sleep(50);
  }
}

interface Trying {
  school: Site['school'];
  secret: Buffer;
  kindId: number;
  count: number;
}

/** Right and wrong pins in turn, each from an address and a form of its own, as applicants have. */
async function tryPins(database: Database, { school, secret, kindId, count }: Trying): Promise<Row[]> {
  const { institutionId } = school;
  const inside = <T>(work: Parameters<Database['asSystem']>[1]) =>
    database.asSystem([institutionId], work) as Promise<T>;
  const pins = await inside<Awaited<ReturnType<typeof boughtPins>>>(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into orders (institution_id, number, kind, pin_kind_id, quantity, unit_price, amount, currency, origin, expires_at)
      values (${institutionId}, 1, 'pins', ${kindId}, ${count}, 1, ${count}, 'NGN', '', now()) returning id`);
    const order = { institutionId, orderId: Number(rows[0]!.id) };
    await sellPins(tx, secret, order, { kindId, quantity: count });
    return boughtPins(tx, secret, order);
  });
  const took: Record<'right' | 'wrong', number[]> = { right: [], wrong: [] };
  for (const [at, { serial, secret: digits }] of pins.entries())
    for (const kind of ['wrong', 'right'] as const) {
      const from = performance.now();
      const typed = kind === 'right' ? digits! : digits!.replace(/./g, (digit) => String(9 - Number(digit)));
      const attempt = await tryPin(
        { database, secret },
        {
          institutionId,
          type: 'registration',
          programId: null,
          serial: String(serial),
          secret: typed,
          from: { address: `10.0.${Math.floor(at / 200)}.${at % 200}`, form: `application:${kind} ${at}` },
        },
      );
      const end = await inside((tx) => usePin(tx, attempt, 1_000_000 + at)).then(
        () => 'right',
        () => 'wrong',
      );
      if (end !== kind) throw new Error(`A ${kind} pin was ${end}.`);
      took[kind].push(performance.now() - from);
    }
  const [right, wrong] = [median(took.right), median(took.wrong)];
  const apart = (Math.abs(right - wrong) / Math.min(right, wrong)) * 100;
  return [
    { what: 'pin tried, p99', value: quantiles([...took.right, ...took.wrong]).p99, unit: 'ms', budget: 50 },
    {
      what: 'pin tried, right against wrong',
      value: apart,
      unit: '%',
      budget: 10,
      note: `${right.toFixed(1)} and ${wrong.toFixed(1)} ms`,
    },
  ];
}
