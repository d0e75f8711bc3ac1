import { useState } from 'react';
import { Card } from '#ui/records/card.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { AboutSection } from '../shared/about-section.tsx';
import { DesignForm, useOffers } from '../shared/design-form.tsx';
import { FieldPicker } from './field-picker.tsx';
import { FilterSection } from '../shared/filter-section.tsx';
import { DesignNotices, PartError } from '../shared/notices.tsx';
import { OrderSection } from './order-section.tsx';
import type { reportDesignPage } from '../reports.pages.ts';
import { fieldsOf, draftOf, draftOfPreset, emptyDraft, fieldsByKey, type Draft, isComplete } from '../shared/draft.ts';
import type { DesignerPage, Preset } from './design-page.queries.ts';
import { countOf } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import { ReportTable } from '../shared/report-table.tsx';
import classes from '../shared/design.module.css';
import type { Preview } from './preview.ts';
import { useAnswer } from '#web/client/use-answer.ts';

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
      <div className={classes.sides}>
        <div className="column">
          <Card title="Source" tour="report-about">
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
        </div>
        <div className={classes.preview}>
          <PreviewCard {...page} draft={draft} currency={currency} />
        </div>
      </div>
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

interface PreviewCardProps extends Pick<DesignerPage, 'institutionId' | 'closed'> {
  draft: Draft;
  currency: string;
}

/** The first rows, as the report is designed. */
function PreviewCard({ draft, institutionId, closed, currency }: PreviewCardProps) {
  const { preview, problem, busy } = usePreview(draft, institutionId, new Set(Object.keys(closed)));
  return (
    <Card title="Preview" tour="report-preview" action={<Secondary>{wordsFor()}</Secondary>}>
      <div aria-busy={busy}>
        {problem && (
          <p role="alert" className={classes.error}>
            {problem}
          </p>
        )}
        {!preview && !problem && <p>{draft.selected.length ? 'Loading…' : 'Add a field to see the first rows.'}</p>}
        {preview?.isTooLong && (
          <p>This report takes too long to preview. Add a filter, or save it and download it as a file.</p>
        )}
        {preview && preview.rows.length > 0 && (
          <ReportTable
            caption="Preview of the report"
            columns={preview.columns}
            group={preview.group}
            rows={preview.rows}
            currency={currency}
            about={{ one: 'row', many: 'rows' }}
            hrefOf={() => null}
            mostCards={5}
          />
        )}
        {preview && !preview.isTooLong && preview.rows.length === 0 && <p>No rows match these filters.</p>}
      </div>
    </Card>
  );

  function wordsFor() {
    if (!preview || preview.rows.length === 0) return '';
    return preview.isMore ? `First ${preview.rows.length} rows` : `All ${countOf(preview.rows.length, 'row')}`;
  }
}

/** The first rows of the draft. */
function usePreview(draft: Draft, institutionId: number, closed: ReadonlySet<string>) {
  // What its editor can’t see stays in the report, but not in the preview.
  const open = (key: string) => !closed.has(key);
  const fields = fieldsOf(
    {
      ...draft,
      selected: draft.selected.filter(open),
      sort: draft.sort.filter(({ field }) => open(field)),
      group: open(draft.group) ? draft.group : '',
    },
    (rule) => open(rule.field) && isComplete(rule),
  );
  const asked = draft.selected.some(open) ? JSON.stringify({ institution_id: institutionId, ...fields }) : null;
  const { answer: preview, ...state } = useAnswer<Preview>('/reports/preview', asked);
  return { preview, ...state };
}
