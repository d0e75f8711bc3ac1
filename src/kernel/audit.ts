import type { Actor } from './actor.ts';
import type { Tx } from './database.ts';
import { auditEntries } from './tables.ts';

export interface AuditEntry {
  institutionId: number;
  /** One sentence without the person: 'assigned 40 students to JSS 1 A'. */
  summary: string;
  subject?: { type: string; id: number };
  details?: Record<string, unknown>;
}

/** Writes down who did what, in the transaction of the change. */
export async function record(tx: Tx, actor: Actor, action: string, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEntries).values({
    institutionId: entry.institutionId,
    accountId: actor.accountId,
    person: actor.name,
    action,
    subjectType: entry.subject?.type,
    subjectId: entry.subject?.id,
    summary: entry.summary,
    details: entry.details ?? {},
    requestId: requestIds.get(actor),
  });
}

const requestIds = new WeakMap<Actor, string>();

/** The actor of one request, whose entries carry its id. */
export function actorOfRequest(actor: Actor, requestId: string): Actor {
  const copy = { ...actor };
  requestIds.set(copy, requestId);
  return copy;
}
