import type { Feature } from '#web/feature.ts';
import { invitationPersonalData } from './invitations.personal-data.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { inviteEmployeesApproval, inviteGuardiansApproval } from './invite-many.ts';
import { runBatchJob } from './run/run-batch.job.ts';

export const invitationFeature = {
  name: 'invitations',
  nouns: { invitations: 'Bulk invitations' },
  routes: [invitationRoutes],
  jobs: [runBatchJob],
  approvals: [inviteGuardiansApproval, inviteEmployeesApproval],
  personalData: invitationPersonalData,
} satisfies Feature;
