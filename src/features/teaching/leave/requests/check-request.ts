import type { z } from 'zod';
import type { Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { balancesOf, countDays, type LeaveBalance } from '../balances/balances.queries.ts';
import type { OwnEmployee } from '../leave.policy.ts';
import type { RequestFields } from './request-fields.ts';

type Asked = Omit<z.output<typeof RequestFields>, 'institutionId' | 'reason'>;

export interface CheckedRequest {
  startsOn: string;
  endsOn: string;
  days: number;
  balance: LeaveBalance;
}

/** Counts the days that somebody asks for, and refuses what there is not. */
export async function checkRequest(db: Db, of: OwnEmployee, asked: Asked): Promise<CheckedRequest> {
  const { startsOn, half } = asked;
  const endsOn = asked.endsOn ?? startsOn;
  if (endsOn < startsOn) throw new ValidationError('endsOn', 'The last day is before the first day.');
  if (startsOn.slice(0, 4) !== endsOn.slice(0, 4))
    throw new ValidationError(
      'endsOn',
      'Leave counts in one calendar year. Ask for the days of the next year separately.',
    );
  if (half && startsOn !== endsOn) throw new ValidationError('half', 'Only a single day can be halved.');
  const balance = (await balancesOf(db, of, Number(startsOn.slice(0, 4)))).find(
    ({ typeId }) => typeId === asked.typeId,
  );
  if (!balance) throw new ValidationError('typeId', 'Choose a type from the list.');
  const days = await countDays(db, of.institutionId, { startsOn, endsOn, half, countsAllDays: balance.countsAllDays });
  if (days === 0) throw new ValidationError('startsOn', 'There is no working day among these: they are free already.');
  return { startsOn, endsOn, days, balance };
}

/** More days than are left. */
export function refuseBeyond({ days, balance: { name, left } }: CheckedRequest, field = 'endsOn'): void {
  if (left !== null && days > left)
    throw new ValidationError(
      field,
      `${shown(days)} of ${name.toLowerCase()}, but only ${shown(Math.max(left, 0))} left in this year.`,
    );
}

const shown = (days: number) => (days === 1 ? '1 day' : `${days} days`);
