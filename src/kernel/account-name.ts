import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

// Brackets of all kinds: nobody's name ends in what looks like another account.
const brackets = '()（）﹙﹚⁽⁾';
const longest = 60;

/** Who acted, for messages: the name, which people can change, with the account, which nobody can. */
export function accountName({ name, username }: { name: string; username: string }): string {
  const plain = [...name].filter((letter) => !brackets.includes(letter));
  const shown = plain.length > longest ? `${plain.slice(0, longest).join('')}…` : plain.join('');
  return username ? `${shown} (${username})` : shown;
}

/** The same in a query. */
export const accountNameOf = (name: SQLWrapper, username: SQLWrapper): SQL<string> =>
  sql<string>`regexp_replace(translate(${name}, ${brackets}, ''), ${`^(.{${longest}}).+$`}, '\\1…') || coalesce(' (' || ${username} || ')', '')`;
