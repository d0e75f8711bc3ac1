import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { dateText } from '#ui/format.ts';
import type { PropsOf } from '#web/page.ts';
import type { entryFormPage } from '../books.pages.ts';
import { EntryLines } from './entry-lines.tsx';

/** A journal entry that a second person posts. */
export default function EntryFormPage(props: PropsOf<typeof entryFormPage>) {
  const { accounts, currency, today, closedThrough, ...place } = props;
  const { href } = useAddress();
  const back = href('/ledger');
  return (
    <>
      <PageHeader
        title="Add journal entry"
        breadcrumbs={[{ label: 'Journal', href: back }]}
        description="For transactions without a document here, such as bank charges, cash taken to the bank or an opening balance. A second person approves it before it is posted."
      />
      <EditForm key={place.institutionId} action="/ledger/entries" submit="Request approval" cancelHref={back} long>
        <FormSection>
          <InstitutionChoice {...place} />
          <FieldRow>
            <DatePickerField
              name="day"
              label="Date"
              defaultValue={today}
              max={today}
              help={closedThrough ? `The books are closed until ${dateText(closedThrough)}.` : undefined}
            />
            <TextField
              name="description"
              label="Description"
              maxLength={160}
              placeholder="Bank charges for November"
              help="Without names of people: the journal is never rewritten."
              autoComplete="off"
            />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Lines"
          description="Press Enter for the next line. The last line takes the difference unless you type an amount there."
        >
          <EntryLines accounts={accounts} currency={currency} />
        </FormSection>
      </EditForm>
    </>
  );
}
