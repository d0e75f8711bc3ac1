import type { ReactNode } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { BoardProps } from './dashlets.ts';
import { useBoardMenu } from './shared/use-board-menu.ts';
import { LinkButton } from '#ui/button.tsx';

interface Props {
  board: BoardProps;
  title: string;
  action?: ReactNode;
  isArranging?: boolean;
}

/** The title of an arrangement, with what can be done with all of it. */
export function BoardHeader({ board, title, action, isArranging = false }: Props) {
  const { href } = useAddress();
  const { institutionId, role } = board;
  const ofRole = role ? { role: role.id } : {};
  const more = useBoardMenu(board, isArranging);
  return (
    <PageHeader
      title={title}
      breadcrumbs={[
        { label: 'Home', href: href('/home', { institution_id: institutionId }) },
        ...(role && isArranging
          ? [
              {
                label: `Cards of ${role.name}`,
                href: href('/dashlets', { institution_id: institutionId, ...ofRole }),
              },
            ]
          : []),
      ]}
      action={action ?? <AddDashletLink board={board} />}
      more={more}
    />
  );
}

/** The way to a new dashlet of an arrangement. */
export function AddDashletLink({
  board: { institutionId, role },
}: {
  board: Pick<BoardProps, 'institutionId' | 'role'>;
}) {
  const { href } = useAddress();
  return (
    <LinkButton
      tone="primary"
      href={href('/dashlets/new', { institution_id: institutionId, ...(role && { role: role.id }) })}
    >
      Add card
    </LinkButton>
  );
}
