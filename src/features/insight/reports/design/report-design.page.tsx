import { useState } from 'react';
import { Card } from '#ui/records/card.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { AboutSection } from '../shared/about-section.tsx';
import { DesignForm } from '../shared/design-form.tsx';
import { FieldPicker } from './field-picker.tsx';
import { FilterSection } from '../shared/filter-section.tsx';
import { DesignNotices, PartError } from '../shared/notices.tsx';
import { OrderSection } from './order-section.tsx';
import { PreviewCard } from './preview-card.tsx';
import type { reportDesignPage } from '../reports.pages.ts';
import { fieldsOf, draftOf, draftOfPreset, emptyDraft, fieldsByKey, type Draft } from '../shared/draft.ts';
import type { DesignerPage } from './design-page.queries.ts';
import type { Preset } from './presets.ts';
import { useOffers } from '../shared/use-offers.ts';

type Props = PropsOf<typeof reportDesignPage>;

/** Designs a text report. Another institution has other fields, so it starts over. */
export default function ReportDesignPage(page: Props) {
  return <Designer key={page.institutionId} {...page} />;
}

/** What a report is about, fields, filters and order, with a preview. */
function Designer(page: Props) {
  const { report, institutionId, subjects, presets } = page;
  const currency = useCurrency()(institutionId);
  const design = useDesign(page);
  const { draft, offer, offers, fields, change } = design;
  const [name, setName] = useState(report?.name ?? '');
  const sent = fieldsOf(draft);
  return (
    <DesignForm
      page={page}
      sent={sent}
      noun="report"
      example="Phone list of JSS 1"
      name={{ value: name, onChange: setName }}
      hidden={Object.keys(sent)}
      canRun={draft.selected.length > 0}
    >
      <DesignNotices page={page} />
      <Card title="What the report is about" tour="report-about">
        <PartError name="subject" />
        <AboutSection
          subjects={subjects}
          subject={draft.subject}
          presets={presets.filter(({ subject }) => subject === draft.subject)}
          onSubject={design.chooseSubject}
          onPreset={(preset) => {
            design.startFrom(preset);
            setName((before) => before || preset.label);
          }}
        />
      </Card>
      <Card title="Fields" tour="report-fields">
        <div data-field="selected_fields">
          <PartError name="selected_fields" />
          {offers.map((one) => (
            <FieldPicker
              key={`${one.name}.${design.version}`}
              offer={one}
              isChosen={one.name === draft.subject}
              selected={one.name === draft.subject ? draft.selected : []}
              closed={page.closed}
              onChange={(selected) => change({ selected })}
            />
          ))}
        </div>
      </Card>
      {offer && (
        <>
          <Card title="Filters" tour="report-filters">
            <PartError name="filters" />
            <FilterSection
              draft={draft}
              offer={offer}
              fields={fields}
              institutionId={institutionId}
              currency={currency}
              closed={page.closed}
              onChange={change}
            />
          </Card>
          <Card title="Order, groups and totals">
            {['sort', 'group_by', 'limit'].map((part) => (
              <PartError key={part} name={part} />
            ))}
            <OrderSection draft={draft} offer={offer} onChange={change} />
          </Card>
        </>
      )}
      <PreviewCard {...page} draft={draft} currency={currency} />
    </DesignForm>
  );
}

/** The draft of the page, and the subjects that it has fetched. */
function useDesign(page: DesignerPage) {
  const [draft, setDraft] = useState(() => draftOf(page));
  const { offers, fetchOffer } = useOffers(page);
  /** Counts new starts: what was searched and ticked belongs to the one before. */
  const [version, setVersion] = useState(0);
  const offer = offers.find(({ name }) => name === draft.subject);

  return {
    draft,
    offer,
    offers,
    version,
    fields: fieldsByKey(offer),
    change: (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values })),
    /** Another user type begins empty: its fields, filters and order are others. */
    chooseSubject(subject: string) {
      setDraft(emptyDraft(subject));
      setVersion((before) => before + 1);
      void fetchOffer(subject);
    },
    startFrom(preset: Preset) {
      setDraft(draftOfPreset(preset));
      setVersion((before) => before + 1);
    },
  };
}
