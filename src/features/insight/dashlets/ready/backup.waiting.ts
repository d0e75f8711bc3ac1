import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { backupAge } from './backup-age.ts';

const firstWithin = 26 * 3600;

/** Nobody would notice otherwise that backups are no longer made. There is no page about them: it has no button. */
export const backupWaiting: readonly WaitingWork[] = [
  {
    place: 5,
    may: ['accounts.edit'],
    async load(_db, _actor, _wanted, { backups }) {
      if (!backups) return [];
      const age = backupAge(backups.latest());
      // A new installation has until the second night.
      const isLate = age ? age.isLate : process.uptime() > firstWithin;
      if (!isLate) return [];
      const label = age
        ? `backup problem: the latest one is ${age.shown} old`
        : 'backup problem: there is no complete one yet';
      return [{ count: 1, label, isUrgent: true }];
    },
  },
];
