import type { WaitingItem } from '#kernel/contracts/dashlet.ts';
import { page } from '#web/page.ts';
import type { ShownBoard } from '#features/insight/dashlets/dashlets.ts';
import type { FamilyMember } from './family.queries.ts';

export interface HomeProps {
  /** The viewer as a student, and the viewer's children. */
  family: FamilyMember[];
  waiting: WaitingItem[];
  /** Null without permission to arrange dashlets. */
  board: ShownBoard | null;
}
export const homePage = page<HomeProps>('home/home');
