import type { LeftOutGroup } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { batchList } from './batch.list.ts';
import type { findBatch } from './batch.queries.ts';
import type { findRequested, RequestedPerson } from './requested.queries.ts';

export type ShownBatch = Omit<Awaited<ReturnType<typeof findBatch>>, 'leftOut'>;

export const bulkInvitationPage = page<{ batch: ShownBatch; leftOut: LeftOutGroup[] }>('invitations/bulk-invitation');

export const batchListPage = page<PropsOfList<typeof batchList>>('invitations/bulk-invitation-list');

/** The people of a request that waits for approval. */
export const requestedPage = page<{
  request: Awaited<ReturnType<typeof findRequested>>;
  rows: RequestedPerson[];
  next: string | null;
}>('invitations/requested-people');
