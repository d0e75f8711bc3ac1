import { PageHeader } from '#ui/page-header.tsx';
import { HomeCards } from '#web/client/home-cards.tsx';
import type { PropsOf } from '#web/page.ts';
import type { homePage } from './home.pages.ts';
import { Board, BoardHeading } from './board.tsx';
import { FamilyCards } from './family-cards.tsx';
import { WaitingCard } from './waiting-card.tsx';
import classes from './home.module.css';

/** The start page: what waits for the viewer, the family, notices, and the viewer's dashlets. */
export default function HomePage({ family, waiting, board }: PropsOf<typeof homePage>) {
  return (
    <>
      {board ? <BoardHeading board={board} /> : <PageHeader title="Home" />}
      <div className={classes.parts}>
        {(waiting.length > 0 || family.length === 0) && <WaitingCard items={waiting} />}
        {family.length > 0 && <FamilyCards members={family} />}
        <HomeCards />
        {board && <Board board={board} />}
      </div>
    </>
  );
}
