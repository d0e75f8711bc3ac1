import { Badge } from '#ui/badge.tsx';
import { timeText } from '#ui/format.ts';
import type { RegisterStanding } from '../device/register-standing.ts';

/** What becomes of a register, as it changes: 'Saving…', 'Saved 08:12 am'. */
export function StandingBadge({ standing }: { standing: RegisterStanding }) {
  if (standing.is === 'saving') return <Badge tone="info">Saving…</Badge>;
  if (standing.is === 'asking') return <Badge tone="bad">Not saved</Badge>;
  if (standing.is === 'onDevice') return <Badge tone="gold">On this device</Badge>;
  if (standing.is === 'saved') return <Badge tone="good">Saved {timeText(standing.at)}</Badge>;
  return standing.is === 'taken' ? <Badge tone="good">Taken</Badge> : <Badge tone="gold">Not taken</Badge>;
}
