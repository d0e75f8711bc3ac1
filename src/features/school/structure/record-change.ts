import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields, changesBetween } from '#kernel/edit/changes.ts';
import type { Tx } from '#kernel/database.ts';

interface Subject {
  institutionId: number;
  type: 'session' | 'program' | 'class' | 'batch' | 'course';
  id: number;
  name: string;
}

/** Records an edit in the audit log with the changed fields; does nothing if nothing changed. */
export async function recordEdit(
  tx: Tx,
  actor: Actor,
  action: string,
  subject: Subject,
  before: object,
  after: object,
): Promise<void> {
  const changes = changesBetween(before, after);
  if (Object.keys(changes).length === 0) return;
  await recordAction(tx, actor, action, subject, `changed ${changedFields(changes)} of ${subject.name}`, { changes });
}

/** Records another action on the structure in the audit log. */
export const recordAction = (
  tx: Tx,
  actor: Actor,
  action: string,
  { institutionId, type, id }: Omit<Subject, 'name'>,
  summary: string,
  details?: Record<string, unknown>,
) => record(tx, actor, action, { institutionId, summary, subject: { type, id }, details });
