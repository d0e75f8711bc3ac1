import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { allow, type Actor } from '../actor.ts';
import { record } from '../audit.ts';
import { changedFields, changesBetween, type Changes } from './changes.ts';
import type { Tx } from '../database.ts';
import { differing, mergeEdit, type Edit } from './edit.ts';
import { refuseDuplicate } from '../errors.ts';
import type { Permission } from '../permissions.ts';

/** A table of institutions' records, or of the institutions themselves. */
type RecordTable = PgTable & { id: AnyPgColumn; institutionId?: AnyPgColumn };

interface LockedRecord {
  institutionId: number;
  id: number;
}

/** An edit in progress: the locked record, and the form's input merged over its current values. */
interface Editing<Before, Input> {
  tx: Tx;
  actor: Actor;
  before: Before;
  input: Input;
  /** The fields that the user changed. */
  touched: ReadonlySet<string>;
}

interface Edited<Before, Input, Values> extends Editing<Before, Input> {
  /** The record after the edit. */
  values: Values;
  changes: Changes;
}

/** What differs from one edit form to the next. The common steps are in `editRecord`. */
interface RecordEdit<Before extends LockedRecord, Fields extends z.ZodObject, Input, Values extends object> {
  /** The action in the audit log: 'structure.editClass'. */
  action: string;
  /** The type of the record in the audit log: 'class'. */
  type: string;
  table: RecordTable;
  may: Permission | ((actor: Actor, before: Before) => Permission);
  /** The form's schema, made with `edits`. */
  fields: Fields;
  /** Locks the record, in the order of decision 0017; NotFound for people who cannot see it. */
  lock(tx: Tx, actor: Actor, id: number): Promise<Before>;
  /** The record as its form shows it, where columns and fields differ. */
  inForm?(before: Before): object;
  /** Fields that only make sense together. */
  together?: readonly (readonly string[])[];
  /** Multi-value fields, merged value by value. */
  sets?: readonly string[];
  /** Values as text for a conflict, and parts that the schema does not name. */
  merging?(tx: Tx, before: Before, sent: z.infer<Fields>): Pick<Edit<object>, 'words' | 'more'>;
  /** The record's new values, from the merged input. */
  read?(editing: Editing<Before, Input>): Values | Promise<Values>;
  /** The values stored in the audit log; all changes by default. */
  compare?(before: Before, values: Values): Changes;
  /** Checks the values if anything has changed. */
  check?(edited: Edited<Before, Input, Values>): unknown;
  /** The message when a unique constraint rejects the values. */
  taken?(edited: Edited<Before, Input, Values>): Record<string, [string, string]>;
  /** Writes values that are not in the record's own table. */
  alsoWrite?(edited: Edited<Before, Input, Values>): Promise<unknown>;
  /** The record's name in the summary: 'JSS 1 A' in 'changed capacity of JSS 1 A'. */
  nameOf(edited: Edited<Before, Input, Values>): string;
}

/**
 * Makes the verb of an edit form: locks the record, checks the permission in its institution, merges the form with
 * changes that others saved meanwhile (decision 0021), validates, writes the differences and records them. Returns the
 * record as it was before.
 */
export const editRecord =
  <
    Before extends LockedRecord,
    Fields extends z.ZodObject,
    Values extends object = Omit<z.infer<Fields>, 'opened'>,
    Input = Omit<z.infer<Fields>, 'opened'>,
  >(
    edit: RecordEdit<Before, Fields, Input, Values>,
  ) =>
  async (tx: Tx, actor: Actor, id: number, sent: z.infer<Fields>): Promise<Before> => {
    const before = await edit.lock(tx, actor, id);
    const { institutionId } = before;
    allow(actor, typeof edit.may === 'function' ? edit.may(actor, before) : edit.may, institutionId);
    const { input, touched } = await mergeEdit(tx, actor, {
      fields: edit.fields,
      sent,
      current: edit.inForm?.(before) ?? before,
      subject: { institutionId, type: edit.type, id },
      ...(edit.together && { together: edit.together }),
      ...(edit.sets && { sets: edit.sets }),
      ...edit.merging?.(tx, before, sent),
    });
    const editing = { tx, actor, before, input: input as unknown as Input, touched };
    const values = edit.read ? await edit.read(editing) : (input as unknown as Values);
    const changes = edit.compare ? edit.compare(before, values) : changesBetween(before, values);
    if (Object.keys(changes).length === 0) return before;
    const edited = { ...editing, values, changes };
    await edit.check?.(edited);
    await refuseDuplicate(
      updateChanged(tx, edit.table, before, differing(values, changes)),
      edit.taken?.(edited) ?? {},
    );
    await edit.alsoWrite?.(edited);
    await record(tx, actor, edit.action, {
      institutionId,
      summary: `changed ${changedFields(changes)} of ${edit.nameOf(edited)}`,
      subject: { type: edit.type, id },
      details: { changes },
    });
    return before;
  };

/** Writes the values that are columns of the table, and `updatedAt` if the table has it. */
export async function updateChanged(
  tx: Tx,
  table: RecordTable,
  { institutionId, id }: LockedRecord,
  values: object,
): Promise<void> {
  const columns = getTableColumns(table);
  const set = {
    ...Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(columns, field))),
    ...(Object.hasOwn(columns, 'updatedAt') && { updatedAt: sql`now()` }),
  };
  if (Object.keys(set).length === 0) return;
  const isHere = table.institutionId && eq(table.institutionId, institutionId);
  await tx
    .update(table)
    .set(set)
    .where(and(isHere, eq(table.id, id)));
}
