import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { saveValuesInBulk } from '#features/records/custom-fields/bulk-values.ts';
import { column, given, type Table } from './write-people.ts';
import type { Restoring } from './restoring.ts';
import type { LinkChange, School } from '../kinds/kind.ts';

/** Restores the previous values of locked records. */
export async function restorePeople(
  tx: Tx,
  institutionId: number,
  table: Table,
  { roster, customFields }: Pick<School, 'roster' | 'customFields'>,
  people: Restoring[],
): Promise<void> {
  await removeSeats(
    tx,
    institutionId,
    people.flatMap(({ seat }) => seat?.enrolmentId ?? []),
  );
  // One statement for all records with the same set of fields.
  const withFields = people.filter(({ fields }) => Object.keys(fields).length);
  for (const some of Map.groupBy(withFields, ({ fields }) => Object.keys(fields).toSorted().join()).values()) {
    const keys = Object.keys(some[0]!.fields);
    await tx.execute(sql`
      update ${table} s set ${sql.join(
        keys.map((key) => sql`${column(key)} = r.${sql.identifier(key)}`),
        sql`, `,
      )}, updated_at = now()
      from ${given(
        table,
        keys,
        some.map(({ personId, fields }) => ({ personId, ...fields })),
      )}
      where s.institution_id = ${institutionId} and s.id = r."personId"`);
  }
  await saveValuesInBulk(
    tx,
    { institutionId, entity: roster.entity },
    customFields,
    people.map(({ personId, own }) => ({ personId, values: new Map([...own].map(([{ id }, { to }]) => [id, to])) })),
  );
  await restoreLinks(
    tx,
    institutionId,
    people.flatMap(({ links }) => links),
  );
}

export async function removeSeats(tx: Tx, institutionId: number, enrolmentIds: number[]): Promise<void> {
  if (enrolmentIds.length === 0) return;
  await tx.execute(sql`with gone as (delete from enrolments where institution_id = ${institutionId}
      and id = any(${sql.param(enrolmentIds)}::bigint[]) returning student_id)
    update students set batch_id = null, updated_at = now() where institution_id = ${institutionId}
      and id in (select student_id from gone)`);
}

export async function restoreLinks(tx: Tx, institutionId: number, links: LinkChange[]): Promise<void> {
  if (links.length === 0) return;
  const r = sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r ("studentId" bigint, "guardianId" bigint, "from" jsonb)`;
  const isLink = sql`l.institution_id = ${institutionId} and l.student_id = r."studentId" and l.guardian_id = r."guardianId"`;
  await tx.execute(sql`delete from student_guardians l using ${r} where ${isLink} and r."from" is null`);
  await tx.execute(sql`update student_guardians l set relation = r."from" ->> 'relation',
      pays_fees = (r."from" ->> 'paysFees')::boolean, may_collect = (r."from" ->> 'mayCollect')::boolean,
      receives_sms = (r."from" ->> 'receivesSms')::boolean, is_next_of_kin = (r."from" ->> 'isNextOfKin')::boolean and not exists (
        select from student_guardians o where o.institution_id = ${institutionId} and o.student_id = l.student_id
          and o.guardian_id <> l.guardian_id and o.is_next_of_kin)
    from ${r} where ${isLink} and r."from" is not null`);
}
