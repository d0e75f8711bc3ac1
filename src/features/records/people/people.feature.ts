import type { Feature } from '#web/feature.ts';
import { birthdayEvents } from './birthdays.events.ts';
import { peoplePermissions } from './people.policy.ts';
import { peopleRoutes } from './people.routes.ts';
import { notifyExpiringDaily } from './documents/notify-expiring.job.ts';
import { peoplePersonalData } from './people.personal-data.ts';
import type { PendingTaskKind, ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { mayDraft, ownDrafts, type OwnDraft } from './drafts.queries.ts';
import { membershipIn } from '#kernel/actor.ts';
import { formatDay, today } from '#kernel/dates.ts';

const shown = 6;

/** The name as its author typed it, so that nobody reads in it what they may not see. */
function nameIn({ content: { entries } }: OwnDraft): string {
  const typed = new Map(Array.isArray(entries) ? (entries as [string, string][]) : []);
  return [typed.get('surname'), typed.get('firstName')].filter(Boolean).join(', ') || 'Without a name';
}

const drafts: ReadyDashlet = {
  key: 'people.drafts',
  label: 'My unsaved forms',
  place: 205,
  size: 'small',
  may: mayDraft,
  isLive: true,
  description: 'Forms of students, employees and guardians that you started and haven’t saved.',
  empty: 'You have no unsaved forms.',
  async load(db, actor, wanted) {
    const found = await ownDrafts(db, actor, wanted);
    if (found.length === 0) return null;
    return {
      as: 'list',
      ...(found.length > shown && { hint: `And ${found.length - shown} more.` }),
      points: found.slice(0, shown).map((draft) => ({
        label: nameIn(draft),
        value: 1,
        href: draft.href,
        shown: formatDay(today(membershipIn(actor, draft.institutionId)!.timeZone, draft.updatedAt)),
        hint: draft.isNew ? `New ${draft.entity}` : `Changes to a ${draft.entity}`,
      })),
    };
  },
};

const peopleDashlets: readonly ReadyDashlet[] = [drafts];

/** A button for each kind of form opens the latest. */
const draftPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 70,
    may: mayDraft,
    isLive: true,
    async load(db, actor, wanted) {
      const kinds = Map.groupBy(
        await ownDrafts(db, actor, wanted),
        ({ entity, isNew }) => `${entity} ${isNew ? 'new' : 'record'}`,
      );
      return [...kinds.values()].flatMap((drafts) => {
        const [{ entity, isNew, href }] = drafts as [(typeof drafts)[0]];
        return pendingTask(drafts.length, {
          one: isNew ? `unsaved form of a new ${entity}` : `${entity} with unsaved changes`,
          many: isNew ? `unsaved forms of new ${entity}s` : `${entity}s with unsaved changes`,
          href,
          action: 'Continue',
        });
      });
    },
  },
];

export const peopleFeature = {
  name: 'people',
  events: birthdayEvents,
  permissions: peoplePermissions,
  roles: {
    principal: ['privacy.readLog', 'privacy.access'],
    registrar: ['people.merge', 'privacy.access'],
    hr_officer: ['people.merge', 'privacy.access'],
  },
  nouns: { people: 'Merged records', privacy: 'Privacy' },
  routes: [peopleRoutes],
  jobs: [notifyExpiringDaily],
  personalData: peoplePersonalData,
  dashlets: peopleDashlets,
  pendingTasks: draftPendingTasks,
} satisfies Feature;
