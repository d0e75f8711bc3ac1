import { lazy, Suspense, useState, type ComponentProps } from 'react';
import type { ListAdditions } from './own-columns.tsx';

// Comes behind the rows, with what the filters offer.
const OwnColumns = lazy(() => import('./own-columns.tsx'));
const nothing: ListAdditions = { columns: [], filters: [] };

type Props = ComponentProps<typeof OwnColumns>;

interface Asked extends Pick<Props, 'people' | 'words' | 'days'> {
  /** What the list offers; it comes once the rows are painted. */
  choices: { own: Props['fields']; papers: Props['papers'] } | undefined;
  filter: { custom?: Props['asked']; papers?: Props['asksPapers'] };
}

/** What a school adds to a list of people; `reader` stands in the page and draws nothing. */
export function useOwnColumns({ people, choices, filter, words, days }: Asked) {
  const [own, setOwn] = useState(nothing);
  return {
    ...own,
    reader: choices && (
      <Suspense>
        <OwnColumns
          {...{ people, words, days }}
          fields={choices.own}
          papers={choices.papers}
          asked={filter.custom}
          asksPapers={filter.papers}
          onReady={setOwn}
        />
      </Suspense>
    ),
  };
}
