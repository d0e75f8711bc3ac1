import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { countOpenExcuses, decidingExcuses } from './send-excuse.ts';

export const excusesWaiting: WaitingWork = {
  place: 33,
  may: decidingExcuses,
  load: async (db, actor, wanted) =>
    waitingItem(await countOpenExcuses(db, actor, wanted), {
      one: 'absence note',
      many: 'absence notes',
      href: '/attendance/excuses',
      action: 'Decide',
    }),
};
