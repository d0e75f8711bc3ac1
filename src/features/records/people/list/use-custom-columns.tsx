import { lazy, Suspense, useState } from 'react';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import type { ListAdditions } from './custom-columns.tsx';

// Loaded after the rows, with the choices of the filters.
const CustomColumns = lazy(() => import('./custom-columns.tsx'));
const nothing: ListAdditions = { columns: [], filters: [] };

/** Choices common to all lists of people, loaded after the first paint. */
export interface CustomChoices {
  own: CustomField[];
  /** Whether the filter by expiring documents is offered. */
  papers: boolean;
}

/** Custom columns and filters of a list of people. The page renders `reader`, which draws nothing. */
export function useCustomColumns(people: 'students' | 'employees' | 'guardians', choices: CustomChoices | undefined) {
  const [own, setOwn] = useState(nothing);
  return {
    ...own,
    reader: choices && (
      <Suspense>
        <CustomColumns people={people} fields={choices.own} papers={choices.papers} onReady={setOwn} />
      </Suspense>
    ),
  };
}
