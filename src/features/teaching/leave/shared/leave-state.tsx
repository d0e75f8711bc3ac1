import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { leaveStates, type LeaveState as State } from '../leave-kinds.ts';

const tones: Record<State, BadgeTone> = { asked: 'info', approved: 'good', refused: 'bad', cancelled: 'plain' };

export const LeaveState = ({ state }: { state: State }) => <Badge tone={tones[state]}>{leaveStates[state]}</Badge>;
