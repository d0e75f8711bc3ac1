import type { WaitingItem } from '#kernel/contracts/dashlet.ts';
import { page } from '#web/page.ts';
import type { FamilyMember } from './family.queries.ts';

export interface HomeProps {
  family: FamilyMember[];
  waiting: WaitingItem[];
}
export const homePage = page<HomeProps>('home/home');
