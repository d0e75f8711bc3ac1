import { lazy, Suspense, useState } from 'react';
import type { CustomField } from '#kernel/custom-field.ts';
import type { ListAdditions } from './own-columns.tsx';

// Comes behind the rows, with what the filters offer.
const OwnColumns = lazy(() => import('./own-columns.tsx'));
const nothing: ListAdditions = { columns: [], filters: [] };

/** What every list of people offers beside its own filters; it comes once the rows are painted. */
export interface OwnChoices {
  own: CustomField[];
  /** Whether papers that expire can be asked for. */
  papers: boolean;
}

/** What a school adds to a list of people; `reader` stands in the page and draws nothing. */
export function useOwnColumns(people: 'students' | 'employees' | 'guardians', choices: OwnChoices | undefined) {
  const [own, setOwn] = useState(nothing);
  return {
    ...own,
    reader: choices && (
      <Suspense>
        <OwnColumns people={people} fields={choices.own} papers={choices.papers} onReady={setOwn} />
      </Suspense>
    ),
  };
}
