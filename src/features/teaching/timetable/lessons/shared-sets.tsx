import { Button, LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { Board } from '../draft/board.ts';
import { batchesOf, type Draft } from '../draft/draft.ts';
import type { VersionCan } from '../timetable.pages.ts';
import type { Version } from '../versions/versions.queries.ts';
import classes from '../shared/making.module.css';

interface SharedSetsProps {
  version: Version;
  draft: Draft;
  shared: Draft['sets'];
  can: VersionCan;
}

/** Lessons of several batches together, and blocks of electives. */
export function SharedSets({ version, draft, shared, can }: SharedSetsProps) {
  const { href } = useAddress();
  if (shared.length === 0) return null;
  const board = new Board(draft);
  const path = (id: number, act: string) => `/timetables/${version.id}/blocks/${id}/${act}`;
  return (
    <Card title="Combined lessons and electives" flush>
      <table className={classes.bells}>
        <caption className="visually-hidden">Combined lessons and electives</caption>
        <tbody>
          {shared.map((set) => {
            const periods = draft.lessons.filter(({ setId }) => setId === set.id);
            const sum = periods.reduce((all, { length }) => all + length, 0);
            return (
              <tr key={set.id}>
                <th scope="row">{board.titleOf(set)}</th>
                <td>
                  {batchesOf(set)
                    .map((id) => board.names.batch.get(id))
                    .join(', ')}
                </td>
                <td>{countOf(sum, 'period')} a week</td>
                {can.edit && (
                  <td>
                    <LinkButton small href={href(`/timetables/${version.id}/blocks/${set.id}`)} onClick={opensModal}>
                      Edit
                    </LinkButton>{' '}
                    <Button
                      small
                      tone="bad"
                      onClick={() =>
                        void askThenPost(path(set.id, 'remove'), {
                          title: `Remove ${board.titleOf(set)}?`,
                          body: 'Its lessons are removed from the grid too.',
                          action: 'Remove',
                          tone: 'bad',
                        })
                      }
                    >
                      Remove
                    </Button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
