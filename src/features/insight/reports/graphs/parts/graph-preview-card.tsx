import { lazy, Suspense } from 'react';
import { Card } from '#ui/records/card.tsx';
import { isComplete } from '../../shared/draft.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import type { GraphDesignerPage } from '../design/graph-design-page.queries.ts';
import type { GraphPreview } from '../design/preview-graph.ts';
import { graphFieldsOf, type FieldsByKey, type GraphDraft } from './graph-draft.ts';
import { measureWords } from '../engine/measure-words.ts';
import design from '../../shared/design.module.css';

// Charts come with the first preview.
const GraphFigure = lazy(() => import('./graph-figure.tsx').then((module) => ({ default: module.GraphFigure })));

interface GraphPreviewCardProps extends Pick<GraphDesignerPage, 'institutionId' | 'closed'> {
  draft: GraphDraft;
  fields: FieldsByKey;
  currency: string;
}

/** The graph, as it is designed. */
export function GraphPreviewCard({ draft, fields, institutionId, closed, currency }: GraphPreviewCardProps) {
  const isReady = draft.first !== '' && (!measureWords[draft.measure].needsField || draft.measured !== '');
  const form = graphFieldsOf(draft, fields, (rule) => !(rule.field in closed) && isComplete(rule));
  const asked = isReady ? JSON.stringify({ institution_id: institutionId, ...form }) : null;
  const { answer, message, busy } = useAnswer<GraphPreview>('/graphs/preview', asked);
  return (
    <Card title="Preview" tour="graph-preview">
      <div aria-busy={busy}>
        {message && (
          <p role="alert" className={design.error}>
            {message}
          </p>
        )}
        {!answer && !message && <p>{isReady ? 'Loading…' : 'Choose a field to group by.'}</p>}
        {answer && !answer.graph && <p>This graph takes too long to preview. Add a filter.</p>}
        {answer?.graph && answer.graph.groups.length === 0 && <p>No rows match these filters.</p>}
        {answer?.graph && answer.graph.groups.length > 0 && (
          <Suspense fallback={<p>Loading…</p>}>
            <GraphFigure
              // The answer may be to the draft before.
              chart={answer.graph.fields.length > 1 || draft.chart !== 'heat' ? draft.chart : 'bar'}
              graph={answer.graph}
              name="the preview"
              currency={currency}
              hrefOf={() => null}
            />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
