import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Carrier } from '#ui/fields/carrier.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { ChartSection } from '../graphs/parts/chart-section.tsx';
import {
  emptyGraph,
  graphDraftOf,
  graphFieldsOf,
  withFittingChart,
  type GraphDraft,
} from '../graphs/parts/graph-draft.ts';
import { GraphPreviewCard } from '../graphs/parts/graph-preview-card.tsx';
import { ShapeSection } from '../graphs/parts/shape-section.tsx';
import { AboutSection } from '../parts/about-section.tsx';
import { fieldsByKey } from '../parts/draft.ts';
import { FilterSection } from '../parts/filter-section.tsx';
import { PartError } from '../parts/notices.tsx';
import { useOffers } from '../parts/use-offers.ts';
import type { graphDesignPage } from '../reports.pages.ts';
import classes from '../parts/design.module.css';

type Props = PropsOf<typeof graphDesignPage>;

/** Designs a graph. Another institution has other fields, so it starts over. */
export default function GraphDesignPage(page: Props) {
  return <Designer key={page.institutionId} {...page} />;
}

/** What a graph is about, its groups, measure, filters and chart, with a preview. */
function Designer(page: Props) {
  const { report, institutionId, institutions, subjects, opened, closed } = page;
  const { href } = useAddress();
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
  const run = { institution_id: String(institutionId), design: JSON.stringify(sent) };
  return (
    <>
      <PageHeader
        title={report ? `Edit ${report.name}` : 'New graph'}
        breadcrumbs={[{ label: 'Reports', href: href('/reports') }]}
      />
      <PageForm
        method="post"
        action={report ? `/graphs/${report.id}` : '/graphs'}
        opened={opened}
        className={classes.page}
      >
        {({ errors, summary, processing }) => (
          <FormErrors value={errors}>
            <ErrorSummary errors={summary} />
            {!report && (
              <>
                <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
                <input type="hidden" name="institution_id" value={institutionId} />
              </>
            )}
            <input type="hidden" name="subject" value={sent.subject} />
            <input type="hidden" name="filters" value={sent.filters} />
            {/* Tells the form that hidden fields have changed. */}
            <Carrier value={JSON.stringify(sent)} />
            <Card title="What the graph is about" tour="graph-about">
              <PartError name="subject" />
              <AboutSection
                {...{ subjects, subject: draft.subject, presets: [] }}
                onSubject={chooseSubject}
                onPreset={() => {}}
              />
            </Card>
            {offer && (
              <>
                <Card title="Groups and measure" tour="graph-groups">
                  <ShapeSection {...{ draft, offer, fields, onChange: change }} />
                </Card>
                <Card title="Filters">
                  <PartError name="filters" />
                  <FilterSection {...{ draft, offer, fields, institutionId, currency, closed, onChange: change }} />
                </Card>
                <Card title="Chart" tour="graph-chart">
                  <PartError name="chart" />
                  <ChartSection draft={draft} onChange={change} />
                </Card>
              </>
            )}
            <GraphPreviewCard {...{ draft, fields, institutionId, closed, currency }} />
            <Card title={report ? 'Name' : 'Save this graph'}>
              <div className={classes.save}>
                <TextField
                  name="name"
                  label="Name"
                  maxLength={80}
                  placeholder="Students by class and gender"
                  defaultValue={report?.name ?? ''}
                />
                <TextField
                  name="description"
                  label="Description"
                  optional
                  maxLength={300}
                  defaultValue={report?.description ?? ''}
                />
              </div>
              <div className={classes.actions} data-tour="form-actions">
                <Button type="submit" tone="primary" loading={processing}>
                  Save and show
                </Button>
                <Button
                  disabled={draft.first === ''}
                  onClick={() => router.visit(`/graphs/run?${new URLSearchParams(run)}`)}
                >
                  Show without saving
                </Button>
              </div>
            </Card>
          </FormErrors>
        )}
      </PageForm>
    </>
  );
}
