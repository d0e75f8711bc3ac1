import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { feeFormPage } from '../fees.pages.ts';
import { AudienceSection } from './audience-section.tsx';
import { choicesOf } from '../shared/choices-of.ts';
import { DiscountsFields, InstalmentsFields, ParticularsFields } from './fee-lines.tsx';
import { FineSection } from './fine-section.tsx';
import classes from '../shared/fees.module.css';

/** The form of a fee. */
export default function FeeFormPage({ fee, opened, choices, today, ...place }: PropsOf<typeof feeFormPage>) {
  const { institutionId, currency } = place;
  const address = useAddress();
  const current = choices.sessions.find(({ isCurrent }) => isCurrent) ?? choices.sessions[0];
  const [sessionId, setSessionId] = useState(String(fee?.sessionId ?? current?.id ?? ''));
  const terms = choices.sessions.find(({ id }) => String(id) === sessionId)?.terms ?? [];
  const term = fee?.termId ?? (fee ? null : terms.find(({ isCurrent }) => isCurrent)?.id);
  const termStart = terms.find(({ id }) => id === term)?.startsOn ?? today;
  const back = fee ? address.href(`/fees/${fee.id}`) : address.href('/fees');
  return (
    <>
      <PageHeader
        title={fee ? `Edit ${fee.title}` : 'Add fee'}
        breadcrumbs={[{ label: 'Fees', href: address.href('/fees') }]}
      />
      {fee && fee.billed.count > 0 && (
        <p className={classes.note}>
          This fee is in use. Invoices that are already issued don’t change; your changes apply to students billed from
          now on.
        </p>
      )}
      <EditForm
        key={`${institutionId} ${fee?.id}`}
        opened={opened}
        action={fee ? `/fees/${fee.id}` : '/fees'}
        submit={fee ? 'Save fee' : 'Add fee'}
        cancelHref={back}
        long
      >
        <FormSection title="Fee">
          {!fee && <InstitutionChoice {...place} />}
          <TextField
            name="title"
            label="Title"
            defaultValue={fee?.title}
            maxLength={120}
            placeholder="JSS 1 school fees"
            help="As printed on bills and receipts."
            autoFocus={!fee}
            autoComplete="off"
          />
          <SelectField
            name="categoryId"
            label="Category"
            placeholder={null}
            defaultValue={String(fee?.categoryId ?? choices.categories[0]?.id ?? '')}
            options={choicesOf(choices.categories)}
          />
          <FieldRow>
            <SelectField
              name="sessionId"
              label="Session"
              placeholder={null}
              value={sessionId}
              onChange={(event) => setSessionId(event.target.value)}
              options={choicesOf(choices.sessions)}
            />
            <SelectField
              key={sessionId}
              name="termId"
              label="Term"
              optional
              placeholder="Whole session"
              defaultValue={String(term ?? '')}
              options={choicesOf(terms)}
            />
          </FieldRow>
        </FormSection>
        <FormSection title="Items" tour="fee-items">
          <ParticularsFields particulars={fee?.particulars} categories={choices.categories} currency={currency} />
        </FormSection>
        <AudienceSection
          institutionId={institutionId}
          choices={choices}
          sessionId={sessionId}
          currency={currency}
          audience={fee?.audience ?? []}
        />
        <FormSection
          title="Due dates"
          description="For instalments, give each but the last a percentage or an amount. The last one takes the remainder."
          tour="fee-instalments"
        >
          <InstalmentsFields
            instalments={fee?.instalments}
            firstDay={termStart > today ? termStart : today}
            currency={currency}
          />
        </FormSection>
        <FormSection
          title="Discounts"
          description="Each applies to what those above it leave. A bill never falls below zero."
        >
          <DiscountsFields discounts={fee?.discounts} schemes={choices.schemes} />
        </FormSection>
        <FineSection fee={fee} currency={currency} />
        <FormSection title="Bill">
          <TextareaField
            name="instructions"
            label="Payment instructions"
            optional
            maxLength={1000}
            rows={3}
            defaultValue={fee?.instructions ?? ''}
            placeholder="Pay into First Bank 3012345678 with the admission number as the narration."
            help="Printed on bills."
          />
        </FormSection>
      </EditForm>
    </>
  );
}
