import { Badge } from '#ui/badge.tsx';
import { lineStates, type LineState, type Strength } from '../bank-words.ts';

const tones = { matched: 'good', received: 'good', suspense: 'gold', ignored: 'plain', posted: 'info' } as const;

interface LineBadgeProps {
  state: LineState;
  strength: Strength | null;
  postingAccountId: number | null;
}

/** What became of a line, or how strong its proposal is. */
export function LineBadge({ state, strength, postingAccountId }: LineBadgeProps) {
  if (state !== 'open') return <Badge tone={tones[state]}>{lineStates[state]}</Badge>;
  if (postingAccountId !== null) return <Badge tone="info">To post</Badge>;
  if (strength === 'strong') return <Badge tone="good">Strong</Badge>;
  return strength === 'weak' ? <Badge tone="gold">Weak</Badge> : <Badge>No proposal</Badge>;
}
