import type { Actor } from '#kernel/actor.ts';
import { today, type Day } from '#kernel/dates.ts';
import { zoneOfMost } from '#ui/zone.ts';
import type { Backups } from '#kernel/backup/nightly.ts';

const hour = 3_600_000;

/** How old the latest complete backup is; null if there is none. A nightly one has two hours to finish. */
export function backupAge(latest: ReturnType<Backups['latest']>) {
  if (!latest) return null;
  const hours = Math.floor((Date.now() - latest.getTime()) / hour);
  const days = Math.floor(hours / 24);
  const shown =
    hours < 1 ? 'Under an hour' : hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${days} days`;
  return { hours, shown, isLate: hours > 26 };
}

/** The day of a backup in the time zone of most of the reader's institutions. */
export const backupDay = (actor: Actor, at: Date): Day =>
  today(zoneOfMost(actor.institutions.map(({ timeZone }) => timeZone)), at);
