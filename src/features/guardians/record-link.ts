import type { Actor } from '#kernel/actor.ts';
import { recordMany, type Named, type Sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { calledGuardian } from './guardian-fields.ts';

interface Person {
  institutionId: number;
  id: number;
  title?: string | null;
  firstName: string;
  surname: string;
}

/** Writes a change of a link into the history of both the guardian and the child. */
export async function recordLink(
  tx: Tx,
  actor: Actor,
  action: string,
  { student, guardian }: { student: Person; guardian: Person },
  summary: (guardian: Named, student: Named) => Sentence,
  details: Record<string, unknown>,
): Promise<void> {
  // The replaced next of kin is removed from both histories once either person is erased.
  const named = (of: string, { id }: Person, name: string): Named => ({ of, id, name, details: [['cleared']] });
  const said = summary(
    named('guardian', guardian, calledGuardian(guardian)),
    named('student', student, `${student.firstName} ${student.surname}`),
  );
  await recordMany(
    tx,
    actor,
    action,
    [
      { type: 'student', id: student.id },
      { type: 'guardian', id: guardian.id },
    ].map((subject) => ({
      ...{ institutionId: student.institutionId, summary: said, subject },
      details: { student: student.id, guardian: guardian.id, ...details },
    })),
  );
}
