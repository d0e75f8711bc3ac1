import { z } from 'zod';
import { checkbox, choice, day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { leaveHalves } from '../leave-kinds.ts';

export const RequestFields = z.object({
  institutionId: id,
  typeId: id,
  startsOn: day,
  endsOn: emptyIsNull(day),
  half: emptyIsNull(choice(leaveHalves)),
  reason: optionalLine(500, 'The reason'),
});

export const DecideRequest = z.object({
  answer: optionalLine(300, 'The answer'),
  withoutPaper: checkbox,
});
