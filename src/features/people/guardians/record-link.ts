import type { Actor } from '#kernel/actor.ts';
import { recordMany, type AuditEntry, type Named, type Sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { calledGuardian } from './guardian-fields.ts';

interface Person {
  institutionId: number;
  id: number;
  title?: string | null;
  firstName: string;
  surname: string;
}

interface Link {
  student: Person;
  guardian: Person;
}

type Summary = (guardian: Named, student: Named) => Sentence;

/** A change of a link, for the history of both the guardian and the child. */
export function linkEntries(
  { student, guardian }: Link,
  summary: Summary,
  details: Record<string, unknown>,
): AuditEntry[] {
  // The replaced next of kin is removed from both histories once either person is erased.
  const named = (of: string, { id }: Person, name: string): Named => ({ of, id, name, details: [['cleared']] });
  const said = summary(
    named('guardian', guardian, calledGuardian(guardian)),
    named('student', student, `${student.firstName} ${student.surname}`),
  );
  return [
    { type: 'student', id: student.id },
    { type: 'guardian', id: guardian.id },
  ].map((subject) => ({
    institutionId: student.institutionId,
    summary: said,
    subject,
    details: { student: student.id, guardian: guardian.id, ...details },
  }));
}

/** Writes a change of a link into both histories. */
export const recordLink = (
  tx: Tx,
  actor: Actor,
  action: string,
  link: Link,
  summary: Summary,
  details: Record<string, unknown>,
): Promise<void> => recordMany(tx, actor, action, linkEntries(link, summary, details));
