import { Badge } from '#ui/badge.tsx';
import { sheetStates, type SheetState } from '../sheet-states.ts';

const tones = { open: 'info', locked: undefined, approved: 'good', published: 'good' } as const;

export const SheetBadge = ({ state }: { state: SheetState | null }) =>
  state ? <Badge tone={tones[state]}>{sheetStates[state]}</Badge> : <Badge>Not open</Badge>;
