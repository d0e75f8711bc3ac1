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

export interface LockedRecord {
  institutionId: number;
  id: number;
}

/** An edit under way: the locked record, and the form's input over what the record holds now. */
export interface Editing<Before, Input> {
  tx: Tx;
  actor: Actor;
  before: Before;
  input: Input;
  /** The fields that the person changed. */
  touched: ReadonlySet<string>;
}

export interface Edited<Before, Input, Values> extends Editing<Before, Input> {
  /** The record as it will be. */
  values: Values;
  changes: Changes;
}

/** What one edit form differs in from the next. The order of the work is written once, in `editRecord`. */
interface RecordEdit<Before extends LockedRecord, Fields extends z.ZodObject, Input, Values extends object> {
  /** The action in the audit log: 'structure.editClass'. */
  action: string;
  /** The type of the record in the audit log: 'class'. */
  type: string;
  table: RecordTable;
  may: Permission;
  /** The form's schema, made with `edits`. */
  fields: Fields;
  /** Locks the record, in the order of decision 0017; NotFound for people who cannot see it. */
  lock(tx: Tx, actor: Actor, id: number): Promise<Before>;
  /** The record as its form shows it, where columns and fields differ. */
  inForm?(before: Before): object;
  /** Fields that mean something only together. */
  together?: readonly (readonly string[])[];
  /** Fields whose values are merged one by one. */
  sets?: readonly string[];
  /** Values in words for a conflict, and parts that the schema does not name. */
  merging?(tx: Tx, before: Before, sent: z.infer<Fields>): Pick<Edit<object>, 'words' | 'more'>;
  /** The values that the record will have, from the merged input. */
  read?(editing: Editing<Before, Input>): Values | Promise<Values>;
  /** What the audit log keeps of a change; all of it unless given. */
  compare?(before: Before, values: Values): Changes;
  /** Checks the values, once something has changed. */
  check?(edited: Edited<Before, Input, Values>): unknown;
  /** What to say where a unique constraint refuses the values. */
  taken?(edited: Edited<Before, Input, Values>): Record<string, [string, string]>;
  /** Writes what the record's own table does not hold. */
  alsoWrite?(edited: Edited<Before, Input, Values>): Promise<unknown>;
  /** The record in the summary: 'JSS 1 A' in 'changed capacity of JSS 1 A'. */
  nameOf(edited: Edited<Before, Input, Values>): string;
}

/**
 * The verb behind an edit form: locks the record, asks for the permission in its institution, merges the form with what
 * others saved meanwhile (decision 0021), checks, writes what differs, and records it. Answers the record as it was.
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
    allow(actor, edit.may, institutionId);
    const { input, touched } = await mergeEdit(tx, actor, {
      ...{ fields: edit.fields, sent, current: edit.inForm?.(before) ?? before },
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

/** Writes the values that are columns of the table, with the time of the change where the table keeps it. */
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
