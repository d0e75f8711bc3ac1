import type { ReactNode } from 'react';
import { router } from '@inertiajs/react';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost, post } from '#ui/post.ts';
import type { BoardProps } from '../dashlets.pages.ts';

interface Props {
  board: BoardProps;
  title: string;
  action?: ReactNode;
  isArranging?: boolean;
}

/** The title of an arrangement, with what can be done with all of it. */
export function BoardHeader({ board, title, action, isArranging = false }: Props) {
  const { href } = useAddress();
  const { institutionId, role, isArranged, roles, institutions } = board;
  const owner = { institution_id: String(institutionId), role_id: role ? String(role.id) : '' };
  const ofRole = role ? { role: role.id } : {};
  const home = href('/dashlets', { institution_id: institutionId, ...ofRole });
  const more: (MenuItem | false)[] = [
    !isArranging && { label: 'Arrange', onSelect: () => post('/dashlets/arrange', owner) },
    isArranged && {
      label: 'Reset arrangement',
      onSelect: () =>
        void askThenPost(
          '/dashlets/reset',
          {
            title: 'Reset arrangement?',
            body: 'All dashlets of this arrangement will be removed.',
            action: 'Reset arrangement',
          },
          owner,
        ),
    },
    ...(role ? [] : roles).map(({ id, name }, at) => ({
      label: name,
      href: href('/dashlets', { institution_id: institutionId, role: id }),
      ...(at === 0 && { group: 'Dashlets of a role' }),
    })),
    ...(institutions.length > 1 && !role ? institutions : []).map(({ id, name }, at) => ({
      ...{ label: name, checked: id === institutionId },
      onSelect: () => router.visit(`/dashlets?institution_id=${id}`),
      ...(at === 0 && { group: 'Institution' }),
    })),
  ];
  return (
    <PageHeader
      title={title}
      breadcrumbs={[
        ...(role ? [{ label: 'My dashlets', href: href('/dashlets', { institution_id: institutionId }) }] : []),
        ...(isArranging ? [{ label: role ? `Dashlets of ${role.name}` : 'My dashlets', href: home }] : []),
      ]}
      action={
        action ?? (
          <LinkButton tone="primary" href={href('/dashlets/new', { institution_id: institutionId, ...ofRole })}>
            Add dashlet
          </LinkButton>
        )
      }
      more={more}
    />
  );
}
