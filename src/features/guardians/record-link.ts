import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { calledGuardian } from './guardian-fields.ts';

interface Person {
  institutionId: number;
  id: number;
  title?: string | null;
  firstName: string;
  surname: string;
}

/** Writes what happened between a guardian and a child into the history of both. */
export async function recordLink(
  tx: Tx,
  actor: Actor,
  action: string,
  { student, guardian }: { student: Person; guardian: Person },
  summary: (guardian: string, student: string) => string,
  details: Record<string, unknown>,
): Promise<void> {
  for (const [type, { id }] of [['student', student] as const, ['guardian', guardian] as const])
    await record(tx, actor, action, {
      institutionId: student.institutionId,
      summary: summary(calledGuardian(guardian), `${student.firstName} ${student.surname}`),
      subject: { type, id },
      details: { student: student.id, guardian: guardian.id, ...details },
    });
}
