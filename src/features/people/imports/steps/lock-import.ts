import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { importPermission, visibleTo } from '../imports.policy.ts';
import { imports } from '../imports.schema.ts';

/** Locks the import, or throws NotFound for users without access. */
export async function lockImport(tx: Tx, actor: Actor, importId: number) {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(visibleTo(actor), eq(imports.id, importId)))
    .for('no key update');
  if (!row) throw new NotFound('import');
  allow(actor, importPermission[row.kind], row.institutionId);
  return row;
}
