import { createAccountApproval } from '#features/accounts/create-account.ts';
import { editAccountApproval } from '#features/accounts/edit-account.ts';
import { editRoleApproval } from '#features/accounts/edit-role.ts';
import { resetCodeApproval } from '#features/accounts/create-reset-code.ts';
import { addRoleApproval } from '#features/accounts/add-role.ts';
import { inviteAgainApproval } from '#features/accounts/invite.ts';
import { removeSecondFactorApproval } from '#features/accounts/remove-second-factor.ts';
import { inviteGuardianAgainApproval, inviteGuardianApproval } from '#features/guardians/invite-guardian.ts';
import { linkGuardianApproval } from '#features/guardians/link-guardian.ts';
import { mergeApprovals } from '#features/merges/merge-people.ts';
import { erasureApproval } from '#features/privacy/erase-person.ts';
import { approvalKinds } from '#features/approvals/approval-kind.ts';

/** Every kind of act that needs a second person; each is declared beside its verb. */
export const kindsOfApprovals = approvalKinds(
  createAccountApproval,
  editAccountApproval,
  editRoleApproval,
  erasureApproval,
  addRoleApproval,
  inviteAgainApproval,
  inviteGuardianAgainApproval,
  inviteGuardianApproval,
  linkGuardianApproval,
  ...Object.values(mergeApprovals),
  removeSecondFactorApproval,
  resetCodeApproval,
);
