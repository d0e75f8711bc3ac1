import { membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { mayDraft, ownDrafts, type OwnDraft } from './drafts.queries.ts';

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
  description: 'Forms of students, employees and guardians that you began and have not saved.',
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

export const peopleDashlets: readonly ReadyDashlet[] = [drafts];
