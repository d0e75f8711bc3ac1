import { page } from '#web/page.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import type { DayRecord } from './days/approve-day.ts';
import type { dayList } from './days/days.list.ts';
import type { differenceList } from './differences/differences.list.ts';

interface TakePaymentProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  today: string;
  /** The cashier's open day. */
  day: { id: number; day: string } | null;
  family: FamilyDues | null;
  /** The child in the address was not found. */
  isUnknown: boolean;
  can: { backdate: boolean };
}
export const takePaymentPage = page<TakePaymentProps>('cashier/take-payment');

export const dayListPage = page<PropsOfList<typeof dayList>>('cashier/day-list');
export const differenceListPage = page<PropsOfList<typeof differenceList>>('cashier/difference-list');
export const dayPage = page<DayRecord & { notes: number[] }>('cashier/day');
