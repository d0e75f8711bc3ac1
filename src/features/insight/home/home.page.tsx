import { useState } from 'react';
import { HomeActs, useHomeActs } from '#web/client/home-acts.tsx';
import { HomeCards } from '#web/client/home-cards.tsx';
import type { PropsOf } from '#web/page.ts';
import type { homePage } from './home.pages.ts';
import { FamilyCards } from './family-cards.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { ShownBoard } from '#features/insight/dashlets/dashlets.ts';
import { DashletGrid } from '#features/insight/dashlets/shared/dashlet-grid.tsx';
import { useBoardMenu } from '#features/insight/dashlets/shared/use-board-menu.ts';
import classes from './home.module.css';
import { LinkButton, Button } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Badge } from '#ui/badge.tsx';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { WaitingItem } from '#kernel/contracts/dashlet.ts';

/** The start page: what waits for the viewer, the family, notices, and the viewer's dashlets. */
export default function HomePage({ family, waiting, board }: PropsOf<typeof homePage>) {
  return (
    <>
      {board ? <BoardHeading board={board} /> : <PageHeader title="Home" action={<HomeActs />} />}
      <div className={classes.parts}>
        {(waiting.length > 0 || family.length === 0) && <WaitingCard items={waiting} />}
        {family.length > 0 && <FamilyCards members={family} />}
        <HomeCards />
        {board && <Board board={board} />}
      </div>
    </>
  );
}

/** The title of the start page, with what can be done with its dashlets. */
function BoardHeading({ board }: { board: ShownBoard }) {
  const { href } = useAddress();
  const { institutionId, institutions } = board;
  const institution = institutions.find(({ id }) => id === institutionId);
  const add = href('/dashlets/new', { institution_id: institutionId });
  const hasActs = useHomeActs().length > 0;
  return (
    <PageHeader
      title="Home"
      description={institutions.length > 1 && institution && `Dashlets of ${institution.name}`}
      action={hasActs ? <HomeActs /> : <LinkButton href={add}>Add dashlet</LinkButton>}
      more={[hasActs && { label: 'Add dashlet', href: add }, ...useBoardMenu(board)]}
    />
  );
}

function Board({ board: { dashlets, institutionId, isArranged } }: { board: ShownBoard }) {
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

const shownAtOnce = 8;

/** Everything that needs this person's act, each with its button. */
function WaitingCard({ items }: { items: WaitingItem[] }) {
  const { href } = useAddress();
  const [isWhole, setWhole] = useState(items.length <= shownAtOnce);
  if (items.length === 0)
    return (
      <p className={classes.nothing} data-tour="waiting">
        Nothing is waiting for you.
      </p>
    );
  return (
    <Card title="Waiting for you" flush tour="waiting">
      <ul className={classes.waiting}>
        {(isWhole ? items : items.slice(0, shownAtOnce)).map((item) => (
          <li key={`${item.href} ${item.label}`}>
            <b className={classes.number}>{count(item.count)}</b>
            <span>
              {item.label} {item.isUrgent && <Badge tone="gold">Urgent</Badge>}
            </span>
            {item.href && (
              <LinkButton small href={href(item.href)} aria-label={`${item.action}: ${item.label}`}>
                {item.action}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <div className={classes.all}>
          <Button small tone="plain" onClick={() => setWhole(true)}>
            Show all {items.length}
          </Button>
        </div>
      )}
    </Card>
  );
}
