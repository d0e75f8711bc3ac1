import { sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';

/** 'folake.bakare', or 'folake.bakare2' where that is taken. `prefix` stands before names without Latin letters. */
export async function proposeUsername(
  db: Db,
  { firstName, surname }: { firstName: string; surname: string },
  prefix = 'guardian',
) {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^a-zA-Z0-9]/g, '')
      .toLowerCase();
  const wish = [plain(firstName), plain(surname)].filter(Boolean).join('.').slice(0, 70);
  const base = /^[a-z][a-z0-9._-]{2,}$/.test(wish) ? wish : `${prefix}.${wish}`;
  const rows = await db
    .select({ username: accounts.username })
    .from(accounts)
    .where(sql`starts_with(${accounts.username}, ${base})`);
  const taken = new Set(rows.map((row) => row.username));
  let number = 1;
  while (taken.has(number === 1 ? base : `${base}${number}`)) number += 1;
  return number === 1 ? base : `${base}${number}`;
}
