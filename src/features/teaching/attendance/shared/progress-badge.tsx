import { Badge } from '#ui/badge.tsx';
import { timeText } from '#ui/format.ts';
import type { RegisterProgress } from '../device/register-progress.ts';

/** What becomes of a register, as it changes: 'Saving…', 'Saved 08:12 am' by the institution's clock. */
export function ProgressBadge({ progress, timeZone }: { progress: RegisterProgress; timeZone: string | undefined }) {
  if (progress.is === 'saving') return <Badge tone="info">Saving…</Badge>;
  if (progress.is === 'asking') return <Badge tone="bad">Not saved</Badge>;
  if (progress.is === 'onDevice') return <Badge tone="gold">On this device</Badge>;
  if (progress.is === 'saved') return <Badge tone="good">Saved {timeText(progress.at, timeZone)}</Badge>;
  return progress.is === 'taken' ? <Badge tone="good">Taken</Badge> : <Badge tone="gold">Not taken</Badge>;
}
