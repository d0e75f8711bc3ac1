import { page } from '#web/page.ts';
import type { ExcuseRow, OwnStudent } from './excuses.queries.ts';

export interface OwnExcusesProps {
  students: OwnStudent[];
  rows: ExcuseRow[];
  isMore: boolean;
  today: string;
}
export const ownExcusesPage = page<OwnExcusesProps>('attendance/own-excuses');

export interface ExcusesProps {
  rows: ExcuseRow[];
  isMore: boolean;
  state: 'open' | 'decided';
  open: number;
  can: { add: boolean };
}
export const excusesPage = page<ExcusesProps>('attendance/excuses');
export const excusePage = page<{ excuse: ExcuseRow; canDecide: boolean }>('attendance/excuse');
export const excuseFormPage = page<{ today: string }>('attendance/excuse-form');
