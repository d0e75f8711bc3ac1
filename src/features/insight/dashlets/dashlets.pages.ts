import { page } from '#web/page.ts';
import type { ModelOffer } from './custom/data-offer.ts';
import type { BoardProps, NamedPlace, ShownBoard, ShownDashlet } from './dashlets.ts';

export const dashletListPage = page<ShownBoard>('dashlets/dashlet-list');

interface ArrangeProps extends BoardProps {
  dashlets: Omit<ShownDashlet, 'loaded'>[];
}
export const arrangePage = page<ArrangeProps>('dashlets/arrange');

interface KindOffer {
  value: string;
  label: string;
  description: string;
  size: 'small' | 'wide';
}

export interface DashletFormProps {
  institutionId: number;
  role: NamedPlace | null;
  /** The ready-made dashlets. */
  kinds: KindOffer[];
  models: ModelOffer[];
  /** Whether the author can open graphs. */
  hasGraphs: boolean;
}
export const dashletFormPage = page<DashletFormProps>('dashlets/dashlet-form');
