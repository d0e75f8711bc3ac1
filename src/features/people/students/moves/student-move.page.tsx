import { lazy, Suspense, useState } from 'react';
import { Card } from '#ui/records/card.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { DebtsSeen } from '../shared/debts-seen.tsx';
import classes from '../shared/student-move.module.css';
import type { MoveKind } from './student-moves.ts';
import type { studentMovePage } from '../students.pages.ts';

// Loaded only where there are too many choices for a plain select.
const SearchSelectField = lazy(() =>
  import('#ui/fields/search-select.tsx').then((module) => ({ default: module.SearchSelectField })),
);

const dayLabels: Record<MoveKind, string> = {
  admit: 'Admission date',
  lift: 'Return date',
  suspend: 'From',
  graduate: 'Last day',
  withdraw: 'Last day',
  transfer: 'Last day',
  decease: 'Date of death',
  readmit: 'Readmission date',
};
const leaving: readonly MoveKind[] = ['graduate', 'withdraw', 'transfer'];
const withoutReason: readonly MoveKind[] = ['graduate', 'decease'];

/** The form of a status change, with its consequences. */
export default function StudentMovePage(props: PropsOf<typeof studentMovePage>) {
  const { kind, label, student, action, refusal } = props;
  const address = useAddress();
  const words = useTerms(student.institutionId);
  const [day, setDay] = useState(props.today > props.latest ? props.latest : props.today);
  const batchHelp = `Lists open ${words.batches.toLowerCase()} with free seats. You can assign one later.`;
  const here = address.href(`/students/${student.id}`);
  const name = textName(student);
  const crumbs = [
    { label: 'Students', href: address.href('/students') },
    { label: student.admissionNumber, href: here },
    { label },
  ];
  if (refusal)
    return (
      <>
        <PageHeader title={`${label}: ${name}`} breadcrumbs={crumbs} />
        <EmptyState title={refusal}>The record has changed. Go back to it to see the available actions.</EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        title={`${label}: ${name}`}
        breadcrumbs={crumbs}
        description={[student.admissionNumber, student.batch].filter(Boolean).join(' · ')}
      />
      <EditForm action={action} submit={kind === 'decease' ? 'Record' : label} cancelHref={here}>
        <FormSection>
          <DatePickerField
            name="onDate"
            label={dayLabels[kind]}
            min={props.earliest ?? undefined}
            max={props.latest}
            value={day}
            onChange={setDay}
          />
          {kind === 'suspend' && (
            <DatePickerField
              name="untilDate"
              label="Until"
              optional
              min={day || undefined}
              help="For information only. The suspension does not end automatically."
            />
          )}
          {kind === 'transfer' && (
            <TextField name="destination" label="New school" help="As printed on the certificate." maxLength={200} />
          )}
          {!withoutReason.includes(kind) && (
            <TextareaField
              name="reason"
              label="Reason"
              optional={kind === 'lift' || kind === 'admit'}
              help={
                kind === 'transfer'
                  ? 'Printed on the certificate and saved in the history.'
                  : 'Saved in the history with your name.'
              }
              rows={2}
              maxLength={300}
            />
          )}
          {props.choosesBatch && props.moreBatches && (
            <Suspense>
              <SearchSelectField
                name="batchId"
                label={words.batch}
                optional
                help={batchHelp}
                search={`/structure/batch-options?institution_id=${props.institutionId}`}
              />
            </Suspense>
          )}
          {props.choosesBatch && !props.moreBatches && (
            <SelectField
              name="batchId"
              label={words.batch}
              optional
              help={batchHelp}
              groups={[...Map.groupBy(props.batches, (one) => one.className)].map(([className, list]) => ({
                label: className,
                options: list.map((one) => ({ value: String(one.id), label: `${one.name} (room for ${one.room})` })),
              }))}
            />
          )}
          {leaving.includes(kind) && props.hasSignIn && (
            <CheckboxField
              name="keepsSignIn"
              label="Keep the account active"
              help={`${student.firstName} can still view results. If cleared, the account is disabled immediately.`}
              defaultChecked
            />
          )}
        </FormSection>
        <DebtsSeen address={`/students/leaving-debts?ids=${student.id}`} initial={props.debts} />
        <Card title="What will happen">
          <ul className={classes.preview} data-preview>
            {props.preview.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Card>
        {leaving.includes(kind) && !props.hasSignIn && <input type="hidden" name="keepsSignIn" value="true" />}
      </EditForm>
    </>
  );
}
