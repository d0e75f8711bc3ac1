import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { reopenPage } from '../books.pages.ts';

/** Asks a second person to reopen closed days. */
export default function PeriodReopenPage({ institutionId, closedThrough }: PropsOf<typeof reopenPage>) {
  const { href } = useAddress();
  const back = href('/ledger/periods');
  const breadcrumbs = [{ label: 'Periods', href: back }];
  if (!closedThrough)
    return (
      <>
        <PageHeader title="Reopen a period" breadcrumbs={breadcrumbs} />
        <EmptyState title="The books are not closed">There is nothing to reopen.</EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        title="Reopen a period"
        breadcrumbs={breadcrumbs}
        description={`The books are closed up to ${dateText(closedThrough)}. A second person has to approve this.`}
      />
      <EditForm action="/ledger/reopen" submit="Request approval" cancelHref={back}>
        <FormSection>
          <input type="hidden" name="institutionId" value={institutionId} />
          <DatePickerField
            name="through"
            label="Keep closed up to"
            optional
            max={closedThrough}
            help="Leave empty to reopen everything."
          />
          <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
        </FormSection>
      </EditForm>
    </>
  );
}
