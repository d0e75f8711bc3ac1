import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { BoardView } from './board-view.tsx';
import { VersionHeader } from '../shared/version-header.tsx';
import type { gridPage } from '../timetable.pages.ts';

/** The grid of a version. */
export default function GridPage({ version, draft, can }: PropsOf<typeof gridPage>) {
  const { href } = useAddress();
  return (
    <>
      <VersionHeader version={version} can={can} />
      {draft.lessons.length === 0 ? (
        <EmptyState
          title="No lessons yet"
          action={
            can.edit && <PrimaryLink href={href(`/timetables/${version.id}/lessons`)}>Set lessons a week</PrimaryLink>
          }
        >
          First set how many lessons a week each subject has. They then appear here to be placed.
        </EmptyState>
      ) : (
        <BoardView key={version.id} version={version} draft={draft} can={can} />
      )}
    </>
  );
}
