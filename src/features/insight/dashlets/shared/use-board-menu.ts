import { router } from '@inertiajs/core';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import type { BoardProps } from '../dashlets.ts';

/** What can be done with all of an arrangement, and the ways to others. */
export function useBoardMenu(board: BoardProps, isArranging = false): (MenuItem | false)[] {
  const { href } = useAddress();
  const { institutionId, role, isArranged, roles, institutions } = board;
  const owner = { institution_id: String(institutionId), role_id: role ? String(role.id) : '' };
  return [
    !isArranging && { label: 'Arrange', onSelect: () => post('/dashlets/arrange', owner) },
    isArranged && {
      label: 'Reset arrangement',
      onSelect: () =>
        void askThenPost(
          '/dashlets/reset',
          {
            title: 'Reset arrangement?',
            body: 'All cards of this arrangement will be removed and the default ones restored.',
            action: 'Reset arrangement',
            tone: 'bad',
          },
          owner,
        ),
    },
    ...(role ? [] : roles).map(({ id, name }, at) => ({
      label: name,
      href: href('/dashlets', { institution_id: institutionId, role: id }),
      ...(at === 0 && { group: 'Cards of a role' }),
    })),
    ...(institutions.length > 1 && !role ? institutions : []).map(({ id, name }, at) => ({
      label: name,
      checked: id === institutionId,
      onSelect: () => router.visit(`/home?institution_id=${id}`),
      ...(at === 0 && { group: 'Institution' }),
    })),
  ];
}
