import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';

export interface Institution {
  id: number;
  name: string;
}

/** The institution with this id or name. */
export async function findInstitution(client: pg.Client, wanted: string): Promise<Institution> {
  const { rows } = await client.query<Institution>('select id, name from institutions order by id');
  const found = rows.find(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const known = rows.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new CannotStart(`There is no institution ${wanted}. There are:\n${known}`);
}

/** Adds an entry of the operator to the log of an institution. */
export const record = (client: pg.Client, institutionId: number, action: string, summary: string) =>
  client.query(
    `insert into audit_entries (institution_id, person, action, summary, subject_type, subject_id)
     values ($1::int, 'Operator', $2, $3, 'institution', $1::int)`,
    [institutionId, action, summary],
  );

/** Seals what is in the log. */
export async function sealAll(client: pg.Client) {
  for (let sealed = 1000; sealed > 0;)
    sealed = (await client.query<{ sealed: number }>('select akada_seal_log(1000) as sealed')).rows[0]!.sealed;
}
