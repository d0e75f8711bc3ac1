import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

// Brackets of all kinds, so that a name cannot imitate another account's label.
const brackets = '()（）﹙﹚⁽⁾';
const longest = 60;

/** The person who acted, for messages: the name, which users can change, with the account, which they cannot. */
export function accountName({ name, username }: { name: string; username: string }): string {
  const plain = [...name].filter((letter) => !brackets.includes(letter));
  const shown = plain.length > longest ? `${plain.slice(0, longest).join('')}…` : plain.join('');
  return username ? `${shown} (${username})` : shown;
}

/** The same as an SQL expression. */
export const accountNameOf = (name: SQLWrapper, username: SQLWrapper): SQL<string> =>
  sql<string>`regexp_replace(translate(${name}, ${brackets}, ''), ${`^(.{${longest}}).+$`}, '\\1…') || coalesce(' (' || ${username} || ')', '')`;

/** The same of an account by its id; null without one. */
export const accountNameIn = (id: SQLWrapper): SQL<string> =>
  sql<string>`(select ${accountNameOf(sql`x.name`, sql`x.username`)} from accounts x where x.id = ${id})`;
