import type { ApprovalKinds, ApprovalServices } from '#kernel/contracts/approval-kind.ts';
import { type Database, query } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { completeByTime } from './decide.ts';

interface ChangeServices extends Omit<ApprovalServices, 'personalData'> {
  database: Database;
  product: { approvals: ApprovalKinds; personalData: PersonalDataRegistry };
}

export const completeChangesOften: Job<ChangeServices> = {
  queue: 'approvals.changes',
  cron: '*/10 * * * *',
  work: completeChanges,
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'approvals.changes': true;
  }
}

/** Carries out changes of destinations that an owner asked for alone, a day later, unless somebody has stopped them. */
export async function completeChanges({ database, product, ...services }: ChangeServices): Promise<void> {
  const context = { kinds: product.approvals, services: { ...services, personalData: product.personalData } };
  const due = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; id: string }>(tx)`
      select institution_id as "institutionId", id from akada_changes_due()`,
  );
  for (const { institutionId, id } of due) {
    try {
      const after = await database.asSystem([institutionId], (tx) =>
        completeByTime(tx, Number(id), { ...context, institutionId }),
      );
      await after?.();
    } catch (error) {
      // Its record has changed, or the requester has left. It stays until it is withdrawn or expires.
      if (![Conflict, NotAllowed, NotFound, ValidationError].some((known) => error instanceof known)) throw error;
    }
  }
}
