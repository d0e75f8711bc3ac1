import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Notes } from '#test/faults/notes.ts';

/** Numbers of the pattern have no gap below the counter, and who was told a number has it. */
export async function wrongNumbers(client: pg.Client, institutionId: number, notes: Notes) {
  const { rows: counters } = await client.query<{ name: string; value: number; missing: number[] }>(
    `select c.name, c.value::int, array(
        select n::int from generate_series(1, c.value) n
        except select split_part(admission_number, '/', 2)::int from students
        where institution_id = $1 and admission_number ~ ('^' || split_part(c.name, ':', 2) || '/[0-9]{4,}$')) as missing
     from counters c where institution_id = $1 and name ~ '^admission:[0-9]{4}$'`,
    [institutionId],
  );
  const { rows: given } = await client.query<{ surname: string; number: string }>(
    `select surname, admission_number as number from students where institution_id = $1 and surname = any($2)`,
    [institutionId, [...notes.numbers.keys()]],
  );
  return [
    ...counters.flatMap(({ name, value, missing }) =>
      missing.length ? [`${missing.length} of ${value} numbers of ${name} are lost, for example ${missing[0]}`] : [],
    ),
    ...given.flatMap(({ surname, number }) =>
      notes.numbers.get(surname) === number
        ? []
        : [`${surname} was admitted as ${notes.numbers.get(surname)} and has ${number}`],
    ),
  ];
}

/** Who was given a session has it, unless he was told that it has ended. */
export async function wrongSessions(client: pg.Client, notes: Notes) {
  const { rows } = await client.query<{ address: string; token: string; ended: boolean }>(
    `select address, encode(token_hash, 'hex') as token, ended_at is not null as ended from sessions where address = any($1)`,
    [[...notes.tokens.keys()]],
  );
  const found = new Map(rows.map((row) => [row.address, row]));
  return [...notes.tokens].flatMap(([address, token]) => {
    const session = found.get(address);
    if (session?.token !== createHash('sha256').update(token).digest('hex'))
      return [`the session of ${address} is not what its cookie says`];
    if (notes.done.get('sign-out')?.has(address) && !session.ended)
      return [`the sign-out of ${address} was acknowledged and is lost`];
    if (notes.denied.get('sign-out')?.has(address) && session.ended)
      return [`the sign-out of ${address} was refused and is there`];
    return [];
  });
}
