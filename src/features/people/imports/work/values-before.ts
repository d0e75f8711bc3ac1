import { and, eq, sql } from 'drizzle-orm';
import type { Changes } from '#kernel/edit/changes.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { ImportJob } from './import-work.ts';
import { importChanges } from '../imports.schema.ts';
import type { Restoring } from './restoring.ts';

/** Seats that the import gave to these students. */
export const seatsOf = async (tx: Tx, { institutionId, importId }: ImportJob, ids: number[]) =>
  (
    await query<{ enrolmentId: number; batchId: number; name: string }>(
      tx,
      render(sql`
      select c.enrolment_id as "enrolmentId", c.batch_id as "batchId", b.name from import_changes c
      join batches b on (b.institution_id, b.id) = (c.institution_id, c.batch_id)
      where c.institution_id = ${institutionId} and c.import_id = ${importId} and c.entity = 'student' and c.enrolment_id is not null
        and c.subject_id = any(${sql.param(ids)}::bigint[])`),
    )
  ).map(({ enrolmentId, batchId, name }) => ({
    enrolmentId: Number(enrolmentId),
    batchId: Number(batchId),
    name,
  }));

/** The value that the import gave to each field. */
export const valuesBefore = async (tx: Tx, { institutionId, importId }: ImportJob, entity: Entity) =>
  new Map(
    (
      await tx
        .select({ personId: importChanges.subjectId, fields: importChanges.fields })
        .from(importChanges)
        .where(
          and(
            eq(importChanges.institutionId, institutionId),
            eq(importChanges.importId, importId),
            eq(importChanges.entity, entity),
          ),
        )
    ).map(({ personId, fields }) => [personId, fields]),
  );

/** The change for the history: from the imported value back to the previous one. */
export function restoredChanges({ fields, seat }: Restoring, made: Changes): Changes {
  const changes: Changes = Object.fromEntries(
    Object.entries(fields).map(([key, to]) => [key, { from: made[key]?.to ?? null, to }]),
  );
  return seat ? { ...changes, batch: { from: seat.name, to: null } } : changes;
}
