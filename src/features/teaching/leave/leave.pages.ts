import { type LeaveBalance } from './balances/balances.queries.ts';
import { type staffMonthProps } from './days/month.queries.ts';
import { type requestPage as requestProps } from './requests/requests.queries.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { staffDayProps } from './days/take-staff-register.ts';
import type { requestList } from './requests/requests.list.ts';
import type { LeaveTypeRow } from './types/types.queries.ts';
import type { ownLeaveProps } from './own-leave.ts';

export const ownLeavePage = page<Awaited<ReturnType<typeof ownLeaveProps>>>('leave/own-leave');

export interface LeaveFormProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  year: number;
  today: string;
  balances: LeaveBalance[];
}

export const leaveFormPage = page<LeaveFormProps>('leave/leave-form');

export const requestListPage = page<PropsOfList<typeof requestList>>('leave/request-list');

export const requestPage = page<Awaited<ReturnType<typeof requestProps>>>('leave/request');

export const typeListPage = page<{ types: LeaveTypeRow[] }>('leave/type-list');

export interface TypeFormProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  type: LeaveTypeRow | null;
  opened?: OpenedValues;
}

export const typeFormPage = page<TypeFormProps>('leave/type-form');

export const staffDayPage = page<Awaited<ReturnType<typeof staffDayProps>>>('leave/staff-day');

export const staffMonthPage = page<Awaited<ReturnType<typeof staffMonthProps>>>('leave/staff-month');
