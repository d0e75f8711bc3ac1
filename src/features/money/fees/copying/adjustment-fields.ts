import { z } from 'zod';
import { percent } from '../setup/percent-field.ts';
import { roundingSteps } from './rounding.ts';

const noPercent = z.preprocess((value) => (value === undefined || value === '' ? '0' : value), z.literal('0'));

export const AdjustmentFields = {
  percent: z.union([noPercent.transform(() => 0), percent]).default(0),
  direction: z.enum(['up', 'down']).default('up'),
  step: z.coerce
    .number()
    .refine((step) => roundingSteps.includes(step), 'Choose a step.')
    .default(10_000),
};
