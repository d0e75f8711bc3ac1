import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { rowsOf, withoutNulls, type Erasure } from '#kernel/personal-data/erasure.ts';

/** Contacts of the student's guardians: messages to them may name the student. */
export async function collectGuardians(erasure: Erasure): Promise<void> {
  erasure.found.familyContacts.push(...(await readFamily(erasure, 'guardians', 'guardian_id')).contacts);
}

/** The guardian's children and their contacts: their records may name the guardian as next of kin. */
export async function collectChildren(erasure: Erasure): Promise<void> {
  const { ids, contacts } = await readFamily(erasure, 'students', 'student_id');
  erasure.found.familyContacts.push(...contacts);
  erasure.found.children.push(...ids);
}

async function readFamily(erasure: Erasure, table: 'students' | 'guardians', column: string) {
  const rows = await query<{ id: number; contacts: (string | null)[] }>(
    erasure.tx,
    render(sql`
    select id, array[phone, mobile, email] as contacts from ${sql.identifier(table)}
    where institution_id = ${erasure.institutionId}
      and id in (select ${sql.identifier(column)} from student_guardians where ${rowsOf(erasure)})`),
  );
  return {
    ids: rows.map(({ id }) => Number(id)),
    contacts: rows.flatMap(({ contacts }) => withoutNulls(contacts)),
  };
}

/** Removes the links, and the next of kin on a child's record if it is the erased guardian. */
export async function eraseChildren(erasure: Erasure): Promise<void> {
  const { tx, institutionId, bearers, contacts } = erasure;
  await tx.execute(sql`update students s set next_of_kin_name = null, next_of_kin_phone = null, next_of_kin_relation = null
    where s.institution_id = ${institutionId} and s.id in (select student_id from student_guardians where ${rowsOf(erasure)})
      and (s.next_of_kin_phone = any(${sql.param(contacts)}::text[]) or exists (
        select from jsonb_to_recordset(${JSON.stringify(bearers)}::jsonb) b (surname text, "firstName" text)
        where akada_searchable(s.next_of_kin_name) like '%' || akada_searchable(b.surname) || '%'
          and akada_searchable(s.next_of_kin_name) like '%' || akada_searchable(b."firstName") || '%'))`);
  await tx.execute(sql`delete from student_guardians where ${rowsOf(erasure)}`);
}
