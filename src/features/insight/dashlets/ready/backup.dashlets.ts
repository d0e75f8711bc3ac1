import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { formatDay } from '#kernel/dates.ts';
import { backupAge, backupDay } from './backup-age.ts';

/** Backups belong to the installation, not to a feature. */
export const backupDashlets: readonly ReadyDashlet[] = [
  {
    key: 'backup.age',
    label: 'Latest backup',
    place: 210,
    size: 'small',
    description: 'How long ago the latest complete backup of the installation was made.',
    may: ['accounts.edit'],
    empty: 'Backups are not made by this server.',
    async load(_db, actor, _wanted, { backups }) {
      if (!backups) return null;
      const latest = backups.latest();
      const age = backupAge(latest);
      if (!latest || !age)
        return { as: 'figure', value: 0, shown: 'None', trend: { label: 'No complete backup yet', tone: 'bad' } };
      return {
        as: 'figure',
        value: age.hours,
        shown: `${age.shown} ago`,
        hint: formatDay(backupDay(actor, latest)),
        ...(age.isLate && { trend: { label: 'Older than a day', tone: 'bad' } }),
      };
    },
  },
];
