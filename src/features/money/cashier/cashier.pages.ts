import { page } from '#web/page.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { DayRecord } from './days/approve-day.ts';
import type { dayList } from './days/days.list.ts';
import type { differenceList } from './differences/differences.list.ts';

export const dayListPage = page<PropsOfList<typeof dayList>>('cashier/day-list');
export const differenceListPage = page<PropsOfList<typeof differenceList>>('cashier/difference-list');
export const dayPage = page<DayRecord & { notes: number[] }>('cashier/day');
