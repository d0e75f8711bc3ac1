import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { importStateLabels, type ImportState } from './import-state.ts';

const tones: Partial<Record<ImportState, BadgeTone>> = {
  checking: 'info',
  running: 'info',
  checked: 'gold',
  done: 'good',
  failed: 'bad',
};

export const StateBadge = ({ state }: { state: ImportState }) => (
  <Badge tone={tones[state]}>{importStateLabels[state]}</Badge>
);
