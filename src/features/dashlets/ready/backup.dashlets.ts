import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { formatDay } from '#kernel/dates.ts';

const hour = 3_600_000;

/** Backups belong to the installation, not to a feature. */
export const backupDashlets: readonly ReadyDashlet[] = [
  {
    ...{ key: 'backup.age', label: 'Latest backup', place: 210, size: 'small' },
    description: 'How long ago the latest complete backup of the installation was made.',
    may: ['accounts.edit'],
    empty: 'Backups are not made by this server.',
    async load(_db, _actor, _wanted, { backups }) {
      if (!backups) return null;
      const latest = backups.latest();
      if (!latest)
        return { as: 'figure', value: 0, shown: 'None', trend: { label: 'No complete backup yet', tone: 'bad' } };
      const hours = Math.floor((Date.now() - latest.getTime()) / hour);
      const isLate = hours > 26;
      return {
        as: 'figure',
        value: hours,
        shown:
          hours < 1
            ? 'Under an hour ago'
            : hours < 48
              ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
              : `${Math.floor(hours / 24)} days ago`,
        hint: formatDay(latest.toISOString().slice(0, 10)),
        ...(isLate && { trend: { label: 'Older than a day', tone: 'bad' } }),
      };
    },
  },
];
