import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connect } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { storedText } from './sealed-cards.ts';

test('a value is written as PostgreSQL writes it from jsonb', async () => {
  const fresh = await freshDatabase();
  const database = connect({ url: fresh.appUrl, max: 1 });
  const odd =
    String.raw`"\/ ` +
    [...Array(32).keys()]
      .slice(1)
      .map((code) => String.fromCharCode(code))
      .join('');
  const value = {
    bb: 1,
    a: [1, -2.5, 0, 1200, true, null, [], {}],
    ccc: undefined,
    é: 'ọ̀ṣun ₦ 😀 \u2028 \u007f',
    aé: odd,
    'first test': { z: '', yy: 12.25, x: [[]], ['é'.repeat(9)]: 1, [odd]: 2 },
    b: 0.01,
    ab: 'x',
    aa: false,
  };
  const { rows } = await database.anonymous((tx) =>
    tx.execute<{ text: string }>(sql`select ${JSON.stringify(value)}::jsonb::text as text`),
  );
  expect(storedText(value)).toBe(rows[0]!.text);
  await database.close();
  await fresh.drop();
});
