import { z } from 'zod';
import { checkbox, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { dayCount } from '../balances/set-entitlement.ts';

export const TypeFields = z.object({
  name: line(60, 'The name'),
  daysAYear: emptyIsNull(dayCount),
  isPaid: checkbox,
  needsPaper: checkbox,
  isRestricted: checkbox,
  countsAllDays: checkbox,
});
export const CreateType = TypeFields.safeExtend({ institutionId: id });

export const typeTaken = (name: string): Record<string, [string, string]> => ({
  leave_types_name: ['name', `There is already a leave type ${name}.`],
});
