import type { ReactNode } from 'react';
import { Secondary } from '#ui/text.tsx';
import type { ResultSummary } from '../result-summary.ts';

type Item = [label: string, value: ReactNode];

const none = 'Available once results are published';

/** Average or CGPA, position and class of the latest published results; families read why they are withheld. */
export function resultItems(summary: ResultSummary | null | undefined): Item[] {
  // Which of them there will be follows from how the class is graded, so they are named once they are there.
  if (!summary) return [['Results', said(none)]];
  if ('isWithheld' in summary) return [['Results', said('Withheld because fees are unpaid')]];
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
  // Grade points are not ranked, unless the school does.
  if (system === 'average' || position !== null)
    items.push(['Position', inTerm(position !== null && `${position} of ${positionOf}`)]);
  if (system === 'gpa') items.push(['CGPA', cgpa ?? said('None yet')]);
  if (system === 'gpa' || designation) items.push(['Class designation', designation ?? said('None')]);
  return items;
}

const said = (words: string) => <Secondary>{words}</Secondary>;
