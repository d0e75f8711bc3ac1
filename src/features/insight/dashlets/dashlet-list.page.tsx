import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { dashletListPage } from './dashlets.pages.ts';
import { BoardHeader, AddDashletLink } from './board-header.tsx';
import { DashletGrid } from './shared/dashlet-grid.tsx';

/** A person's dashlets, or those that the members of a role start with. */
export default function DashletListPage({ dashlets, ...board }: PropsOf<typeof dashletListPage>) {
  const { role, institutionId, isArranged } = board;
  return (
    <>
      <BoardHeader board={board} title={role ? `Cards of ${role.name}` : 'My cards'} />
      {dashlets.length === 0 ? (
        <EmptyState title="No cards yet" action={<AddDashletLink board={board} />}>
          A card shows a figure, a list or a chart at a glance, such as the fees collected today.
        </EmptyState>
      ) : (
        <DashletGrid dashlets={dashlets} institutionId={institutionId} isChangeable={isArranged} />
      )}
    </>
  );
}
