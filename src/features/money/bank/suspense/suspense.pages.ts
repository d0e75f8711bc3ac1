import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { SuspenseTotal, unidentifiedList } from './unidentified.list.ts';
import type { UnidentifiedPayment } from './unidentified.queries.ts';

export interface UnidentifiedListProps extends PropsOfList<typeof unidentifiedList> {
  totals: SuspenseTotal[];
  /** Where the actor records money that nobody can place. */
  placing: { id: number; name: string; currency: string }[];
  can: { export: boolean };
}
export const unidentifiedListPage = page<UnidentifiedListProps>('bank/unidentified-list');

/** One payment, to be placed on a student or split over siblings. */
export const unidentifiedPage = page<{ payment: UnidentifiedPayment; today: string }>('bank/unidentified');
