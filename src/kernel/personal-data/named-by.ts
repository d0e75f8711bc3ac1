import { sql, type SQL } from 'drizzle-orm';
import type { Entity } from './entity.ts';

/** The condition that a row names one of these people; the institution is checked separately. */
export type NamedBy = (entity: Entity, ids: readonly number[]) => SQL;

export const anyId = (ids: readonly number[]) => sql`any(${sql.param(ids)}::bigint[])`;

/** student_id, employee_id or guardian_id. */
export const ownerColumn = (entity: Entity) => sql.identifier(`${entity}_id`);

export const byOwner: NamedBy = (entity, ids) => sql`${ownerColumn(entity)} = ${anyId(ids)}`;

/** A row of the person's own record. */
export const byId: NamedBy = (_entity, ids) => sql`id = ${anyId(ids)}`;

/** A column with the subject's kind beside `subject_id`. */
export const bySubject =
  (column: 'entity' | 'subject_type'): NamedBy =>
  (entity, ids) =>
    sql`(${sql.identifier(column)} = ${entity} and subject_id = ${anyId(ids)})`;
