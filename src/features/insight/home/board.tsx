import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { ShownBoard } from '#features/insight/dashlets/dashlets.ts';
import { DashletGrid } from '#features/insight/dashlets/shared/dashlet-grid.tsx';
import { useBoardMenu } from '#features/insight/dashlets/shared/use-board-menu.ts';

/** The title of the start page, with what can be done with its dashlets. */
export function BoardHeading({ board }: { board: ShownBoard }) {
  const { href } = useAddress();
  const { institutionId, institutions } = board;
  const institution = institutions.find(({ id }) => id === institutionId);
  return (
    <PageHeader
      title="Home"
      description={institutions.length > 1 && institution && `Dashlets of ${institution.name}`}
      action={<LinkButton href={href('/dashlets/new', { institution_id: institutionId })}>Add dashlet</LinkButton>}
      more={useBoardMenu(board)}
    />
  );
}

export function Board({ board: { dashlets, institutionId, isArranged } }: { board: ShownBoard }) {
  const { href } = useAddress();
  if (dashlets.length > 0)
    return <DashletGrid dashlets={dashlets} institutionId={institutionId} isChangeable={isArranged} />;
  return (
    <EmptyState
      title="No dashlets yet"
      action={
        <LinkButton tone="primary" href={href('/dashlets/new', { institution_id: institutionId })}>
          Add dashlet
        </LinkButton>
      }
    >
      A dashlet shows a figure, a list or a chart at a glance, such as the fees collected today.
    </EmptyState>
  );
}
