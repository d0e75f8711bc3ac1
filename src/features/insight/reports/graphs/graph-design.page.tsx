import classes from './parts/graph.module.css';
import design from '../shared/design.module.css';
import { type ComponentProps, useState, lazy, Suspense } from 'react';
import { Card } from '#ui/records/card.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import {
  emptyGraph,
  graphDraftOf,
  graphFieldsOf,
  withFittingChart,
  type GraphDraft,
  chartNames,
  chartProblem,
  type FieldsByKey,
  optionsOf,
} from './parts/graph-draft.ts';
import { AboutSection } from '../shared/about-section.tsx';
import { DesignForm, useOffers } from '../shared/design-form.tsx';
import { fieldsByKey, isComplete } from '../shared/draft.ts';
import { FilterSection } from '../shared/filter-section.tsx';
import { PartError } from '../shared/notices.tsx';
import type { graphDesignPage } from '../reports.pages.ts';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { orders, type GraphOrder, measureLabels, isAmount, type MeasureKey } from './engine/graph-labels.ts';
import type { GraphDesignerPage } from './design/graph-design-page.queries.ts';
import type { GraphPreview } from './design/preview-graph.ts';
import type { OfferedField, OfferedSubject } from '../design/offer.ts';
import { useAnswer } from '#web/client/use-answer.ts';

type Props = PropsOf<typeof graphDesignPage>;

/** Designs a graph. Another institution has other fields, so it starts over. */
export default function GraphDesignPage(page: Props) {
  return <Designer key={page.institutionId} {...page} />;
}

/** What a graph is about, its groups, measure, filters and chart, with a preview. */
function Designer(page: Props) {
  const { institutionId, subjects, closed } = page;
  const currency = useCurrency()(institutionId);
  const [draft, setDraft] = useState(() => graphDraftOf(page));
  const { offers, fetchOffer } = useOffers(page);
  const offer = offers.find(({ name }) => name === draft.subject);
  const fields = fieldsByKey(offer);
  const change = (values: Partial<GraphDraft>) => setDraft((before) => withFittingChart({ ...before, ...values }));
  const sent = graphFieldsOf(draft, fields);
  const chooseSubject = (subject: string) => {
    setDraft(emptyGraph(subject));
    void fetchOffer(subject);
  };
  return (
    <DesignForm
      page={page}
      sent={sent}
      noun="graph"
      example="Students by class and gender"
      hidden={['subject', 'filters']}
      canRun={draft.first !== ''}
    >
      <Card title="Source" tour="graph-about">
        <PartError name="subject" />
        <AboutSection
          subjects={subjects}
          subject={draft.subject}
          presets={[]}
          onSubject={chooseSubject}
          onPreset={() => {}}
        />
      </Card>
      {offer && (
        <>
          <Card title="Groups and measure" tour="graph-groups">
            <ShapeSection draft={draft} offer={offer} fields={fields} onChange={change} />
          </Card>
          <Card title="Filters">
            <PartError name="filters" />
            <FilterSection
              draft={draft}
              offer={offer}
              fields={fields}
              institutionId={institutionId}
              currency={currency}
              closed={closed}
              onChange={change}
            />
          </Card>
          <Card title="Chart" tour="graph-chart">
            <PartError name="chart" />
            <ChartSection draft={draft} onChange={change} />
          </Card>
        </>
      )}
      <GraphPreviewCard
        draft={draft}
        fields={fields}
        institutionId={institutionId}
        closed={closed}
        currency={currency}
      />
    </DesignForm>
  );
}

interface ChartSectionProps {
  draft: GraphDraft;
  onChange: (values: Partial<GraphDraft>) => void;
}

const orderOptions = Object.entries(orders).map(([value, label]) => ({ value, label }));

/** The chart that draws a graph, and the order of its groups. */
const ChartSection = ({ draft, onChange }: ChartSectionProps) => (
  <div className={classes.figure}>
    <fieldset className="wrap">
      <legend className="visually-hidden">Chart</legend>
      {chartNames.map(([value, label]) => {
        const problem = chartProblem(value, draft);
        return (
          <label key={value} className={classes.kind}>
            <input
              type="radio"
              name="chart"
              value={value}
              checked={draft.chart === value}
              disabled={problem !== null}
              onChange={() => onChange({ chart: value })}
            />
            <span>
              {label}
              {problem && <small>{`, ${problem}`}</small>}
            </span>
          </label>
        );
      })}
    </fieldset>
    <div className={classes.shape}>
      <ChoiceField
        name="order_by"
        label="Order of groups"
        help="Dates stay in date order."
        value={draft.order}
        options={orderOptions}
        onChange={(event) => onChange({ order: event.target.value as GraphOrder })}
      />
    </div>
  </div>
);

// Charts come with the first preview.
const GraphFigure = lazy(() => import('./parts/graph-figure.tsx').then((module) => ({ default: module.GraphFigure })));

interface GraphPreviewCardProps extends Pick<GraphDesignerPage, 'institutionId' | 'closed'> {
  draft: GraphDraft;
  fields: FieldsByKey;
  currency: string;
}

/** The graph, as it is designed. */
function GraphPreviewCard({ draft, fields, institutionId, closed, currency }: GraphPreviewCardProps) {
  const isReady = draft.first !== '' && (!measureLabels[draft.measure].needsField || draft.measured !== '');
  const form = graphFieldsOf(draft, fields, (rule) => !(rule.field in closed) && isComplete(rule));
  const asked = isReady ? JSON.stringify({ institution_id: institutionId, ...form }) : null;
  const { answer, problem, busy } = useAnswer<GraphPreview>('/graphs/preview', asked);
  return (
    <Card title="Preview" tour="graph-preview">
      <div aria-busy={busy}>
        {problem && (
          <p role="alert" className={design.error}>
            {problem}
          </p>
        )}
        {!answer && !problem && <p>{isReady ? 'Loading…' : 'Choose a field to group by.'}</p>}
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

interface ShapeSectionProps {
  draft: GraphDraft;
  offer: OfferedSubject;
  fields: FieldsByKey;
  onChange: (values: Partial<GraphDraft>) => void;
}

const stepOptions = [
  { value: 'day', label: 'By day' },
  { value: 'week', label: 'By week' },
  { value: 'month', label: 'By month' },
  { value: 'term', label: 'By term' },
];

/** How the days of a field are grouped; other fields have no steps. */
const StepField = ({ isDay, ...props }: Omit<ComponentProps<typeof ChoiceField>, 'options'> & { isDay: boolean }) =>
  isDay ? <ChoiceField {...props} options={stepOptions} /> : <input type="hidden" name={props.name} value="" />;

const isGroup = ({ isOnlyShown }: OfferedField) => !isOnlyShown;
/** What a graph measures, and the fields that split it. */
function ShapeSection({ draft, offer, fields, onChange }: ShapeSectionProps) {
  const isDay = (key: string) => fields.get(key)?.type === 'day';
  const measures = Object.entries(measureLabels).map(([value, { label, needsField }]) => ({
    value,
    label: needsField ? `${label} of a field` : `${label} of ${offer.label.toLowerCase()}`,
  }));
  const { needsField } = measureLabels[draft.measure];
  return (
    <div className={classes.shape}>
      <div className={classes.pair}>
        <SelectField
          name="first_group"
          label="Group by"
          value={draft.first}
          groups={optionsOf(offer, isGroup)}
          onChange={(event) => onChange({ first: event.target.value })}
        />
        <StepField
          name="first_step"
          label="Dates"
          isDay={isDay(draft.first)}
          value={draft.firstStep}
          onChange={(event) => onChange({ firstStep: event.target.value })}
        />
      </div>
      <div className={classes.pair}>
        <SelectField
          name="second_group"
          label="Then by"
          optional
          placeholder="One group only"
          value={draft.second}
          groups={optionsOf(offer, isGroup)}
          onChange={(event) => onChange({ second: event.target.value })}
        />
        <StepField
          name="second_step"
          label="Dates of the second group"
          isDay={isDay(draft.second)}
          value={draft.secondStep}
          onChange={(event) => onChange({ secondStep: event.target.value })}
        />
      </div>
      <ChoiceField
        name="measure"
        label="Measure"
        value={draft.measure}
        options={measures}
        onChange={(event) => onChange({ measure: event.target.value as MeasureKey })}
      />
      {needsField ? (
        <SelectField
          name="measure_field"
          label="Field to measure"
          value={draft.measured}
          groups={optionsOf(offer, (field) => (draft.measure === 'sum' ? field.isSummed : isAmount(field)))}
          onChange={(event) => onChange({ measured: event.target.value })}
        />
      ) : (
        <input type="hidden" name="measure_field" value="" />
      )}
    </div>
  );
}
