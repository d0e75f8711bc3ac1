import { can, institutionsWhere, membershipIn, type Actor, type ActorInstitution } from '#kernel/actor.ts';
import { wordsOf, type Words } from '#kernel/contracts/terminology.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';

/** The institution whose page is asked for, and the session. */
export interface Asked {
  institutionId: number;
  sessionId: number | undefined;
}

/** What its viewer can see of it. */
export interface View {
  institutionId: number;
  sessions: ActorInstitution['sessions'];
  inView: ActorInstitution['sessions'][number] | null;
  words: Words;
  maySeeStructure: boolean;
  mayCountStudents: boolean;
  maySeeSite: boolean;
}

export function viewOf(actor: Actor, { institutionId, sessionId }: Asked): View {
  const { sessions, terminology } = membershipWhereSeen(actor, institutionId);
  const may = (permission: Permission) => can(actor, permission, institutionId);
  return {
    institutionId,
    sessions,
    inView: sessionInView(sessions, sessionId),
    words: wordsOf(terminology),
    maySeeStructure: may('structure.view'),
    mayCountStudents: may('students.view'),
    maySeeSite: may('institutions.edit') || may('site.edit'),
  };
}

/** The actor's membership in an institution whose page they can open. */
export function membershipWhereSeen(actor: Actor, institutionId: number) {
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  return membershipIn(actor, institutionId)!;
}

/** The requested session, else the current one, else the latest. */
export function sessionInView<Session extends { id: number; isCurrent: boolean }>(
  sessions: Session[],
  wanted: number | undefined,
): Session | null {
  if (!wanted) return sessions.find(({ isCurrent }) => isCurrent) ?? sessions[0] ?? null;
  const found = sessions.find(({ id }) => id === wanted);
  if (!found) throw new NotFound('academic session');
  return found;
}
