import { z } from 'zod';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { Conflict } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { applyCorrection } from './apply-correction.ts';

export const correctionAddress = (correctionId: number) => `/result-corrections/${correctionId}`;

export const correctionApproval = approvalKind({
  kind: 'results.correct',
  label: 'Correction of results',
  permission: 'results.publish',
  payload: z.object({ correctionId: z.number(), reason: z.string() }),
  reviewedAt: ({ correctionId }) => correctionAddress(correctionId),
  async act(tx, asker, { correctionId }, { services, decider, seen }) {
    if (seen === undefined) throw new Conflict('Open the correction and compare the results before you agree.');
    const { results } = await applyCorrection(tx, asker, decider, services.secret, { correctionId, seen });
    return { message: `The results are corrected: ${countOf(results, 'result')} published again.` };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});
