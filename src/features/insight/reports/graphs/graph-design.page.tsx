import { useState } from 'react';
import { Card } from '#ui/records/card.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { ChartSection } from './parts/chart-section.tsx';
import { emptyGraph, graphDraftOf, graphFieldsOf, withFittingChart, type GraphDraft } from './parts/graph-draft.ts';
import { GraphPreviewCard } from './parts/graph-preview-card.tsx';
import { ShapeSection } from './parts/shape-section.tsx';
import { AboutSection } from '../shared/about-section.tsx';
import { DesignForm } from '../shared/design-form.tsx';
import { fieldsByKey } from '../shared/draft.ts';
import { FilterSection } from '../shared/filter-section.tsx';
import { PartError } from '../shared/notices.tsx';
import { useOffers } from '../shared/use-offers.ts';
import type { graphDesignPage } from '../reports.pages.ts';

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
      <Card title="What the graph is about" tour="graph-about">
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
