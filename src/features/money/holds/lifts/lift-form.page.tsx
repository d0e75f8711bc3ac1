import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { withheld } from '../holds.ts';
import type { liftFormPage } from '../holds.pages.ts';
import classes from '../shared/holds.module.css';
import { holdText } from '../shared/hold-text.ts';

/** Releases what is withheld from one student until a day. */
export default function LiftFormPage({ student, currency, hold, today, latest }: PropsOf<typeof liftFormPage>) {
  const { href } = useAddress();
  const { id, name } = student;
  const back = href(`/students/${id}/fees`);
  const header = <PageHeader title={`Lift hold: ${name}`} breadcrumbs={[{ label: 'Holds', href: href('/holds') }]} />;
  if (!hold)
    return (
      <>
        {header}
        <EmptyState title="Nothing is withheld">This student is below the limits of all rules today.</EmptyState>
      </>
    );
  const { lift } = hold;
  return (
    <>
      {header}
      <p className={classes.about}>{holdText(hold, currency)}</p>
      <EditForm
        action={`/students/${id}/lift-hold`}
        submit={lift ? 'Change lift' : 'Lift hold'}
        cancelHref={back}
        guard={false}
      >
        <MultiSelectField
          name="lifts[]"
          label="Release"
          options={hold.withheld.map((word) => ({ value: word, label: withheld[word] }))}
          defaultValue={(lift?.lifts ?? hold.withheld).filter((word) => hold.withheld.includes(word))}
        />
        <DatePickerField
          name="until"
          label="Until"
          min={today}
          max={latest}
          defaultValue={lift?.until ?? ''}
          help={`The last day of the lift, up to ${dateText(latest)}. If the debt is still there, the hold returns the day after.`}
        />
        <TextareaField
          name="reason"
          label="Reason"
          rows={2}
          maxLength={300}
          defaultValue={lift?.reason ?? ''}
          placeholder="Father pays the rest on 10 December, as agreed with the principal."
          help="Shown to staff, not to the family."
        />
        <input type="hidden" name="replaces" value={lift?.id ?? ''} />
      </EditForm>
    </>
  );
}
