import { page } from '#web/page.ts';
import type { RoleOfBoard } from './boards/find-board.ts';
import type { ModelOffer } from './custom/offer.ts';
import type { ShownDashlet } from './dashlets.ts';

interface Named {
  id: number;
  name: string;
}

export interface BoardProps {
  institutionId: number;
  institutions: Named[];
  /** The role whose arrangement it is; null for the viewer's own. */
  role: Named | null;
  /** Whether this arrangement is the viewer's or the role's own, and not what it starts with. */
  isArranged: boolean;
  /** Roles that the viewer may arrange. */
  roles: RoleOfBoard[];
}

export interface DashletListProps extends BoardProps {
  dashlets: ShownDashlet[];
}
export const dashletListPage = page<DashletListProps>('dashlets/dashlet-list');

export interface ArrangeProps extends BoardProps {
  dashlets: Omit<ShownDashlet, 'loaded'>[];
}
export const arrangePage = page<ArrangeProps>('dashlets/arrange');

export interface KindOffer {
  value: string;
  label: string;
  description: string;
  size: 'small' | 'wide';
}

export interface DashletFormProps {
  institutionId: number;
  role: Named | null;
  /** The ready-made dashlets. */
  kinds: KindOffer[];
  models: ModelOffer[];
}
export const dashletFormPage = page<DashletFormProps>('dashlets/dashlet-form');
