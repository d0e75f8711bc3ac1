import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { withParams } from '#ui/href.ts';
import { RecordInputs } from '#web/client/record-fields.tsx';
import type { PropsOf } from '#web/page.ts';
import { invoiceFields } from '../invoices.fields.ts';
import type { CategoryChoice, invoiceNewPage } from '../records/invoices.routes.ts';
import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '#web/shell.ts';

/** An invoice for one student. */
export default function InvoiceNewPage({ student, categories, dueOn }: PropsOf<typeof invoiceNewPage>) {
  const { href, search } = useAddress();
  const names = useInstitutionNames();
  const groups = groupsOf(categories, names);
  return (
    <>
      <PageHeader
        title="Add invoice"
        breadcrumbs={[{ label: 'Invoices', href: href('/invoices') }]}
        description="Charges one student for something that no fee covers. The invoice is issued today."
      />
      <EditForm action="/invoices" submit="Issue invoice" cancelHref={href('/invoices')}>
        <FormSection>
          <SearchSelectField
            name="student_id"
            label="Student"
            search={withParams('/invoices/student-options', {
              institution_id: new URLSearchParams(search).get('institution_id'),
            })}
            defaultChoice={student}
          />
          <RecordInputs fields={invoiceFields} />
          <DatePickerField name="due_on" label="Due date" defaultValue={dueOn} min={dueOn} />
        </FormSection>
        <FormSection title="Lines">
          <NestedRecords name="lines" noun="line" records={[{ id: 1 }]} max={20}>
            {({ field }) => (
              <>
                <TextField name={field('name')} label="Description" maxLength={160} />
                <FieldRow>
                  <SelectField name={field('category_id')} label="Category" {...groups} />
                  <MoneyField name={field('amount')} label="Amount" />
                </FieldRow>
              </>
            )}
          </NestedRecords>
        </FormSection>
      </EditForm>
    </>
  );
}

/** By institution, if there are several. */
function groupsOf(categories: CategoryChoice[], names: Map<number, string>) {
  const options = (rows: CategoryChoice[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const byInstitution = [...Map.groupBy(categories, ({ institutionId }) => institutionId)];
  if (byInstitution.length === 1) return { options: options(categories) };
  return { groups: byInstitution.map(([id, rows]) => ({ label: names.get(id) ?? '', options: options(rows) })) };
}

/** The short names of the user's institutions. */
function useInstitutionNames(): Map<number, string> {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  return new Map(shell?.institutions.map(({ id, shortName }) => [id, shortName]));
}
