import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { intakeStates, type IntakeState } from './intake-state.ts';

const tones: Record<IntakeState, BadgeTone> = { draft: 'plain', scheduled: 'info', open: 'good', closed: 'gold' };

export const IntakeBadge = ({ state }: { state: IntakeState }) => (
  <Badge tone={tones[state]}>{intakeStates[state]}</Badge>
);
