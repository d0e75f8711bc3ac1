import type { ReactNode } from 'react';
import { Secondary } from '#ui/text.tsx';
import type { ResultSummary } from '../result-summary.ts';

type Item = [label: string, value: ReactNode];

const none = 'Available once results are published';

/** Average or CGPA, position and class of the latest published results; families read why they are withheld. */
export function resultItems(summary: ResultSummary | null | undefined): Item[] {
  if (!summary) return named(none);
  if ('isWithheld' in summary) return named('Withheld because fees are unpaid');
  const { session, term, system, average, cumulative, cgpa, position, positionOf, designation } = summary;
  const inTerm = (figure: string | null | false) =>
    figure ? (
      <>
        {figure} <Secondary>{`${term}, ${session}`}</Secondary>
      </>
    ) : (
      said('None')
    );
  const items: Item[] = [];
  if (system === 'average') items.push(['Average', inTerm(average)]);
  if (cumulative && cumulative !== average) items.push(['Cumulative average', cumulative]);
  items.push(['Position', inTerm(position !== null && `${position} of ${positionOf}`)]);
  items.push(['CGPA', cgpa ?? said(system === 'average' ? 'Results are averages' : 'None yet')]);
  items.push(['Class designation', designation ?? said('None')]);
  return items;
}

const said = (words: string) => <Secondary>{words}</Secondary>;
const named = (words: string): Item[] => [
  ['Position', said(words)],
  ['CGPA', said(words)],
  ['Class designation', said(words)],
];
