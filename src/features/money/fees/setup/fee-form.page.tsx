import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField, NumberField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { RecordInputs } from '#web/client/record-fields.tsx';
import { feeFields } from '../fees.fields.ts';
import type { PropsOf } from '#web/page.ts';
import type { feeFormPage } from '../fees.pages.ts';
import { choicesOf } from '../shared/choices-of.ts';
import { DiscountsFields, InstalmentsFields, ParticularsFields } from './fee-lines.tsx';
import classes from '../shared/fees.module.css';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { fineKinds } from '../fees.ts';
import type { FeeDetails } from './fee.queries.ts';
import { percentText } from './percent-text.ts';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { audienceInForm, genders, newOrReturning } from '../audience/audience-input.ts';
import type { FeeChoices } from './end-fee.ts';
import { FeeFigures } from './fee-figures.tsx';

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
          description="For instalments, enter a percentage or an amount for all but the last. The last one takes the remainder."
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
          description="Each applies to the amount left by those above it. A bill never falls below zero."
        >
          <DiscountsFields discounts={fee?.discounts} schemes={choices.schemes} />
        </FormSection>
        <FineSection fee={fee} currency={currency} />
        <FormSection title="Bill">
          <RecordInputs fields={feeFields} values={fee} />
        </FormSection>
      </EditForm>
    </>
  );
}

/** What late payment costs. */
function FineSection({ fee, currency }: { fee: FeeDetails | null; currency: string }) {
  const [how, setHow] = useState<string>(fee?.fineHow ?? '');
  return (
    <FormSection
      title="Fine for late payment"
      description="Charged every night on instalments that are overdue, as invoices of their own."
      tour="fee-fine"
    >
      <SelectField
        name="fineHow"
        label="Fine"
        optional
        placeholder="No fine"
        value={how}
        onChange={(event) => setHow(event.target.value)}
        options={Object.entries(fineKinds).map(([value, label]) => ({ value, label }))}
      />
      {how && (
        <>
          <FieldRow>
            {how === 'percent' ? (
              <TextField
                name="finePercent"
                label="Percentage"
                inputMode="decimal"
                defaultValue={percentText(fee?.finePercent)}
                placeholder="5"
                autoComplete="off"
              />
            ) : (
              <MoneyField
                name="fineAmount"
                label={how === 'daily' ? 'Amount for each day' : 'Amount'}
                currency={currency}
                defaultValue={fee?.fineAmount ?? null}
              />
            )}
            <NumberField
              name="fineGraceDays"
              label="Days of grace"
              optional
              min={0}
              max={365}
              step={1}
              defaultValue={fee?.fineGraceDays ?? ''}
              help="After the due date."
            />
          </FieldRow>
          <MoneyField
            name="fineCap"
            label="At most"
            optional
            currency={currency}
            defaultValue={fee?.fineCap ?? null}
            help="For each instalment. Leave empty for no limit."
          />
        </>
      )}
    </FormSection>
  );
}

interface AudienceSectionProps {
  institutionId: number;
  audience: FeeDetails['audience'];
  choices: FeeChoices;
  sessionId: string;
  currency: string;
}

const wordsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** Who a fee is for, with the number of students. */
function AudienceSection({ institutionId, audience, choices, sessionId, currency }: AudienceSectionProps) {
  const words = useTerms();
  const chosen = audienceInForm(audience);
  const batches = choices.batches.filter((batch) => String(batch.sessionId) === sessionId);
  const several = (
    name: keyof typeof chosen,
    label: string,
    groups: { label: string; rows: { id: number; name: string }[] }[],
  ) =>
    groups.some(({ rows }) => rows.length > 0) && (
      <MultiSelectField
        name={`${name}[]`}
        label={label}
        optional
        groups={groups.map(({ label: heading, rows }) => ({ label: heading, options: choicesOf(rows) }))}
        defaultValue={[chosen[name]].flat().map(String)}
      />
    );
  const grouped = <Row extends { id: number; name: string }>(rows: Row[], of: (row: Row) => string) =>
    [...Map.groupBy(rows, of)].map(([label, group]) => ({ label, rows: group }));
  const fields = grouped(choices.options, ({ field }) => field);
  return (
    <FormSection
      title="Who pays"
      description="Everyone enrolled in the session, unless you choose. Students must match every field that you fill in."
      tour="fee-audience"
    >
      {several(
        'classes',
        words.classes,
        grouped(choices.classes, ({ program }) => program),
      )}
      <div key={sessionId}>{several('batches', words.batches, [{ label: words.batches, rows: batches }])}</div>
      {choices.programs.length > 1 &&
        several('programs', 'Programmes', [{ label: 'Programmes', rows: choices.programs }])}
      <FieldRow>
        <SelectField
          name="joined"
          label="New or returning"
          optional
          placeholder="All students"
          defaultValue={chosen.joined ?? ''}
          options={wordsOf(newOrReturning)}
        />
        <SelectField
          name="gender"
          label="Gender"
          optional
          placeholder="All students"
          defaultValue={chosen.gender ?? ''}
          options={wordsOf(genders)}
        />
      </FieldRow>
      {several('categories', 'Student categories', [{ label: 'Student categories', rows: choices.studentCategories }])}
      {fields.length > 0 && several('options', 'Custom fields', fields)}
      <SearchMultiSelectField
        name="students[]"
        label="Also these students"
        optional
        search={`/fees/student-options?institution_id=${institutionId}`}
        help="In addition to the fields above. If nothing else is chosen, only they pay."
        defaultChoices={audience
          .filter(({ kind }) => kind === 'student')
          .map(({ studentId, name, number }) => ({ value: String(studentId), label: name, hint: number ?? '' }))}
      />
      <FeeFigures institutionId={institutionId} currency={currency} />
    </FormSection>
  );
}
