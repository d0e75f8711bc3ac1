import { Button, PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { toast } from '#ui/overlays/toast.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import { sizes, type BoardProps } from './dashlets.ts';
import type { arrangePage } from './dashlets.pages.ts';
import { BoardHeader, AddDashletLink } from './board-header.tsx';
import classes from './arrange.module.css';

/** Order, size and removal of dashlets, by drag or by keyboard. */
export default function ArrangePage({ dashlets, ...board }: PropsOf<typeof arrangePage>) {
  const { href } = useAddress();
  const { institutionId, role } = board;
  const done = role
    ? href('/dashlets', { institution_id: institutionId, role: role.id })
    : href('/home', { institution_id: institutionId });
  const save = async (ids: number[]) => {
    try {
      const owner = { institution_id: institutionId, role_id: role?.id ?? null };
      await remote('POST', '/dashlets/order', { ...owner, ids });
      return true;
    } catch (error) {
      toast({ tone: 'bad', message: explain(error).message });
      return false;
    }
  };
  const rows = dashlets.flatMap((dashlet) => (dashlet.id === null ? [] : [{ ...dashlet, id: dashlet.id }]));
  return (
    <>
      <BoardHeader
        board={board}
        title={role ? `Arrange cards of ${role.name}` : 'Arrange my cards'}
        isArranging
        action={<PrimaryLink href={done}>Done</PrimaryLink>}
      />
      {!board.isArranged && <NotArranged board={board} />}
      {board.isArranged && rows.length === 0 && (
        <EmptyState title="No cards" action={<AddDashletLink board={board} />}>
          Add a card to arrange it here.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Card flush>
          <SortList label="Dashlets" rows={rows} nameOf={({ label }) => label} onOrder={save}>
            {({ id, label, size }) => (
              <div className={classes.row}>
                <span>
                  {label} <Secondary>{sizes[size]}</Secondary>
                </span>
                <span className={classes.acts}>
                  <Button
                    small
                    tone="plain"
                    aria-label={`${size === 'wide' ? 'Make smaller' : 'Make wider'}: ${label}`}
                    onClick={() => post(`/dashlets/${id}/size`, { size: size === 'wide' ? 'small' : 'wide' })}
                  >
                    {size === 'wide' ? 'Make smaller' : 'Make wider'}
                  </Button>
                  <Button
                    small
                    tone="plain"
                    aria-label={`Remove ${label}`}
                    onClick={() => post(`/dashlets/${id}/remove`)}
                  >
                    Remove
                  </Button>
                </span>
              </div>
            )}
          </SortList>
        </Card>
      )}
    </>
  );
}

/** Only what was saved can be moved. */
const NotArranged = ({ board: { institutionId, role } }: { board: BoardProps }) => (
  <EmptyState
    title="Default arrangement"
    action={
      <Button
        tone="primary"
        onClick={() =>
          post('/dashlets/arrange', { institution_id: String(institutionId), role_id: role ? String(role.id) : '' })
        }
      >
        Arrange
      </Button>
    }
  >
    {role ? 'Members of this role' : 'You'} see the default cards.
  </EmptyState>
);
