import { Badge } from '#ui/badge.tsx';
import { timeText } from '#ui/format.ts';
import type { RegisterProgress } from '../device/register-progress.ts';

/** What becomes of a register, as it changes: 'Saving…', 'Saved 08:12 am'. */
export function ProgressBadge({ progress }: { progress: RegisterProgress }) {
  if (progress.is === 'saving') return <Badge tone="info">Saving…</Badge>;
  if (progress.is === 'asking') return <Badge tone="bad">Not saved</Badge>;
  if (progress.is === 'onDevice') return <Badge tone="gold">On this device</Badge>;
  if (progress.is === 'saved') return <Badge tone="good">Saved {timeText(progress.at)}</Badge>;
  return progress.is === 'taken' ? <Badge tone="good">Taken</Badge> : <Badge tone="gold">Not taken</Badge>;
}
