import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { calendarsOf, maySeeCalendar } from '../calendar.policy.ts';

export interface ChosenCalendar {
  institutionId: number;
  /** All whose calendar the viewer sees. */
  institutions: { id: number; name: string }[];
  timeZone: string;
  canEdit: boolean;
}

/** A calendar is of one institution: the one in view, else the viewer's first. */
export function chooseCalendar(actor: Actor, wanted?: number): ChosenCalendar {
  const [institutionId] = calendarsOf(actor, wanted);
  if (institutionId === undefined) throw new NotAllowed();
  return {
    institutionId,
    institutions: institutionsWhere(actor, ...maySeeCalendar).map((id) => ({
      id,
      name: membershipIn(actor, id)!.name,
    })),
    timeZone: membershipIn(actor, institutionId)!.timeZone,
    canEdit: can(actor, 'calendar.edit', institutionId),
  };
}
