import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Carrier } from '#ui/fields/carrier.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { withParams } from '#ui/href.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { LEAVING } from '#ui/leaving.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { AboutSection } from '../parts/about-section.tsx';
import { fieldsOf } from '../parts/draft.ts';
import { FieldPicker } from '../parts/field-picker.tsx';
import { FilterSection } from '../parts/filter-section.tsx';
import { DesignNotices, PartError } from '../parts/notices.tsx';
import { OrderSection } from '../parts/order-section.tsx';
import { PreviewCard } from '../parts/preview-card.tsx';
import { useDesign } from '../parts/use-design.ts';
import type { reportDesignPage } from '../reports.pages.ts';
import classes from '../parts/design.module.css';

type Props = PropsOf<typeof reportDesignPage>;

/** Designs a text report. Another institution has other fields, so it starts over. */
export default function ReportDesignPage(page: Props) {
  return <Designer key={page.institutionId} {...page} />;
}

/** What a report is about, fields, filters and order, with a preview. */
function Designer(page: Props) {
  const { report, institutionId, institutions, subjects, presets, opened } = page;
  const { href } = useAddress();
  const currency = useCurrency()(institutionId);
  const design = useDesign(page);
  const { draft, offer, offers, fields, change } = design;
  const [name, setName] = useState(report?.name ?? '');
  const list = href('/reports');
  const sent = fieldsOf(draft);
  return (
    <>
      <PageHeader
        title={report ? `Edit ${report.name}` : 'New report'}
        breadcrumbs={[{ label: 'Reports', href: list }]}
      />
      <PageForm
        method="post"
        action={report ? `/reports/${report.id}` : '/reports'}
        opened={opened}
        className={classes.page}
      >
        {({ errors, summary, processing }) => (
          <FormErrors value={errors}>
            <ErrorSummary errors={summary} />
            <DesignNotices page={page} />
            {!report && (
              <>
                <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
                <input type="hidden" name="institution_id" value={institutionId} />
              </>
            )}
            {Object.entries(sent).map(([key, value]) => (
              <input key={key} type="hidden" name={key} value={value} />
            ))}
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
                {/* Tells the form that hidden fields have changed. */}
                <Carrier value={JSON.stringify(sent)} />
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
                    {...{ draft, offer, fields, institutionId, currency, closed: page.closed, onChange: change }}
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
            <PreviewCard {...{ ...page, draft, currency }} />
            <Card title={report ? 'Name' : 'Save this report'}>
              <div className={classes.save}>
                <TextField
                  name="name"
                  label="Name"
                  maxLength={80}
                  placeholder="Phone list of JSS 1"
                  value={name}
                  onChange={(event) => setName(event.target.value)}
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
                  Save and run
                </Button>
                <Button disabled={draft.selected.length === 0} onClick={() => runUnsaved(institutionId, sent)}>
                  Run without saving
                </Button>
              </div>
            </Card>
          </FormErrors>
        )}
      </PageForm>
    </>
  );
}

/** Its page leads back to the design, so nothing is lost. */
function runUnsaved(institutionId: number, design: object): void {
  window.dispatchEvent(new Event(LEAVING));
  router.visit(withParams('/reports/run', { institution_id: institutionId, design: JSON.stringify(design) }));
}
