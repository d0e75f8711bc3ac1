import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { countInvited } from './accounts.dashlets.ts';

const invitations: WaitingWork = {
  place: 90,
  may: ['accounts.edit'],
  async load(db, actor, wanted) {
    if (institutionsInView(actor, wanted, 'accounts.view').length === 0) return [];
    return waitingItem(await countInvited(db, actor, wanted), {
      one: 'invitation not accepted',
      many: 'invitations not accepted',
      href: '/accounts?state=invited',
      action: 'Invite again',
    });
  },
};

/** What an upgrade brought: an owner decides which roles get it. */
const newPermissions: WaitingWork = {
  place: 15,
  may: 'signedIn',
  async load(_db, { institutions }, wanted) {
    const asked = institutions.filter(
      ({ id, isOwner, toConfirm }) => isOwner && toConfirm.length > 0 && (wanted === undefined || id === wanted),
    );
    return waitingItem(asked.length, {
      one: 'institution with new permissions to give to roles',
      many: 'institutions with new permissions to give',
      href: '/roles/new-permissions',
      action: 'Decide',
    });
  },
};

export const accountWaiting: readonly WaitingWork[] = [invitations, newPermissions];
