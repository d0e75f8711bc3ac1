import type { LeftOutGroup } from '#features/accounts/invitations/many/bulk-invitation.ts';
import { page } from '#web/page.ts';
import type { findBatch } from './batch.queries.ts';

export type ShownBatch = Omit<Awaited<ReturnType<typeof findBatch>>, 'leftOut'>;

export const bulkInvitationPage = page<{ batch: ShownBatch; leftOut: LeftOutGroup[] }>('invitations/bulk-invitation');
