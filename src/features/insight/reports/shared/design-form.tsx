import { type ReactNode, useState } from 'react';
import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { FormValueInput } from '#ui/fields/form-value-input.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { withParams } from '#ui/href.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { LEAVING } from '#ui/leaving.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { DesignerPage } from '../design/design-page.queries.ts';
import classes from './design.module.css';
import { explain, remote } from '#web/client/remote.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { OfferedSubject } from '../design/offer.ts';

interface Props {
  page: Pick<DesignerPage, 'report' | 'institutionId' | 'institutions' | 'opened'>;
  noun: 'report' | 'graph';
  /** An example of a name. */
  example: string;
  name?: { value: string; onChange(value: string): void };
  /** The design as the server reads it. */
  sent: Record<string, string>;
  /** Of the fields of `sent` that no control has. */
  hidden: readonly string[];
  /** Whether there is something to run. */
  canRun: boolean;
  children: ReactNode;
}

const words = {
  report: { save: 'Save report', run: 'Run' },
  graph: { save: 'Save graph', run: 'Show' },
};

/** The form of a designer: the institution, the parts of the design, and how it is saved or run. */
export function DesignForm({ page, noun, example, name, sent, hidden, canRun, children }: Props) {
  const { report, institutionId, institutions, opened } = page;
  const { href } = useAddress();
  const address = `/${noun}s`;
  return (
    <>
      <PageHeader
        title={report ? `Edit ${report.name}` : `New ${noun}`}
        breadcrumbs={[{ label: 'Reports', href: href('/reports') }]}
        // The form is long: what a preset made is run from its beginning, without saving it.
        action={
          <Button disabled={!canRun} onClick={() => runUnsaved(`${address}/run`, institutionId, sent)}>
            {words[noun].run}
          </Button>
        }
      />
      <PageForm method="post" action={report ? `${address}/${report.id}` : address} opened={opened} className="column">
        {({ errors, summary, processing }) => (
          <FormErrors value={errors}>
            <ErrorSummary errors={summary} />
            {!report && (
              <>
                <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
                <input type="hidden" name="institution_id" value={institutionId} />
              </>
            )}
            {hidden.map((key) => (
              <input key={key} type="hidden" name={key} value={sent[key]} />
            ))}
            {/* Tells the form that hidden fields have changed. */}
            <FormValueInput value={JSON.stringify(sent)} />
            {children}
            <Card title={report ? 'Name' : `Save this ${noun}`}>
              <div className={classes.save}>
                <TextField
                  name="name"
                  label="Name"
                  maxLength={80}
                  placeholder={example}
                  {...(name
                    ? { value: name.value, onChange: (event) => name.onChange(event.target.value) }
                    : { defaultValue: report?.name ?? '' })}
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
                  {words[noun].save}
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
function runUnsaved(address: string, institutionId: number, design: object): void {
  window.dispatchEvent(new Event(LEAVING));
  router.visit(withParams(address, { institution_id: institutionId, design: JSON.stringify(design) }));
}

/** The subjects of the page, and those that were fetched when they were chosen. */
export function useOffers(page: Pick<DesignerPage, 'institutionId' | 'offers'>) {
  const [offers, setOffers] = useState(page.offers);

  async function fetchOffer(subject: string) {
    if (offers.some(({ name }) => name === subject)) return;
    try {
      const asked = { institution_id: String(page.institutionId), subject };
      const { json } = await remote<OfferedSubject>('GET', '/reports/fields', asked);
      setOffers((known) => [...known, json]);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    }
  }

  return { offers, fetchOffer };
}
