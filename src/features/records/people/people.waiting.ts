import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { mayDraft, ownDrafts } from './drafts.queries.ts';

/** A button for each kind of form opens the latest. */
export const draftWaiting: readonly WaitingWork[] = [
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
        return waitingItem(drafts.length, {
          one: isNew ? `unsaved form of a new ${entity}` : `${entity} with unsaved changes`,
          many: isNew ? `unsaved forms of new ${entity}s` : `${entity}s with unsaved changes`,
          href,
          action: 'Continue',
        });
      });
    },
  },
];
