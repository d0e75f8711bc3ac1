import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { runStates, type RunState } from '../billing.ts';

const tones: Record<RunState, BadgeTone> = {
  queued: 'info',
  running: 'info',
  done: 'good',
  failed: 'bad',
  stopped: 'plain',
};

/** The state of a billing run. */
export const RunBadge = ({ state }: { state: RunState }) => <Badge tone={tones[state]}>{runStates[state]}</Badge>;
