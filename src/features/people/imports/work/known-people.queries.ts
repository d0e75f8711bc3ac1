import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { isNewName, personNameHint } from '#kernel/person-name.ts';
import { contactColumns, signsIn } from '#features/records/people/contacts/signs-in.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { quote } from '../engine/clean.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Refusal } from '../kinds/kind.ts';

const names = ['surname', 'firstName', 'middleName'] as const;

/** What a row may not replace without a second look. */
export interface KnownPerson {
  surname: string;
  firstName: string;
  middleName: string | null;
  phone: string | null;
  mobile: string | null;
  email: string | null;
  signsIn: boolean;
}

export async function knownPeople(
  db: Db,
  { institutionId, entity }: { institutionId: number; entity: Entity },
  ids: readonly number[],
): Promise<Map<number, KnownPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await query<KnownPerson & { id: number }>(
    db,
    sql`select p.id, p.surname, p.first_name as "firstName", p.middle_name as "middleName", p.phone, p.mobile, p.email,
        ${signsIn(entity, sql`p.institution_id`, sql`p.id`)} as "signsIn"
      from ${sql.identifier(`${entity}s`)} p
      where p.institution_id = ${institutionId} and p.id = any (${sql.param([...ids])}::bigint[])`,
  );
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** A new name that is none, or new contacts of somebody who signs in. */
export function refuseReplacing(record: PersonRecord, known: KnownPerson | undefined): Refusal | null {
  for (const field of names) {
    const name = record[field];
    if (typeof name === 'string' && name && isNewName(name, known?.[field]))
      return { field, value: name, message: `${quote(name)} is not a name. ${personNameHint}` };
  }
  if (!known?.signsIn) return null;
  for (const field of contactColumns) {
    const contact = record[field];
    if (typeof contact === 'string' && contact.toLowerCase() !== known[field]?.toLowerCase())
      return {
        field,
        value: contact,
        message:
          'This person has an account, so a second person agrees to a new phone or e-mail. Change it on the record, and clear this cell.',
      };
  }
  return null;
}
