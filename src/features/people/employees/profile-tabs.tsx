import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { phoneText } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import { recordItems } from '#web/client/record-items.tsx';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { EmployeeProfileProps } from './employees.pages.ts';

/** Visible to everyone who can see the employee. */
export function Overview({
  employee,
  customFields,
  custom,
}: Pick<EmployeeProfileProps, 'employee' | 'customFields' | 'custom'>) {
  return (
    <>
      <Card title="Person">
        <DescriptionList
          columns={2}
          items={[
            ...recordItems(employeeFields, employee, 'title'),
            ['Surname', employee.surname],
            ['First name', employee.firstName],
            ['Middle name', employee.middleName],
            ['Gender', employee.gender === 'female' ? 'Female' : employee.gender && 'Male'],
            ['E-mail', employee.email],
            ['Phone', phoneText(employee.phone)],
            ['Mobile', phoneText(employee.mobile)],
          ]}
        />
      </Card>
      <Card title="Employment">
        <DescriptionList
          columns={2}
          items={[
            ['Employee number', employee.employeeNumber],
            ...recordItems(employeeFields, employee, 'job'),
            ['Date of employment', <DateText key="employed" value={employee.employedOn} />],
            ...recordItems(employeeFields, employee, 'qualifications'),
            ['Year of graduation', employee.graduationYear],
          ]}
        />
      </Card>
      {customFields.length > 0 && (
        <Card title="Other details">
          <CustomFieldList fields={customFields} values={custom} person={`/employees/${employee.id}`} />
        </Card>
      )}
    </>
  );
}

type Work = NonNullable<EmployeeProfileProps['work']>;

/** Classes and subjects of the employee, each linked to its page. */
export function WorkTab({ work, institutionId }: { work: Work; institutionId: number }) {
  const words = useTerms(institutionId);
  const address = useAddress();
  const to = (row: { batchId: number }) => address.href(`/batches/${row.batchId}`);
  const session = {
    key: 'session',
    title: 'Session',
    card: 'aside' as const,
    render: (row: { session: string }) => row.session,
  };
  const led: Column<Work['classes'][number]>[] = [
    { key: 'batch', title: words.batch, primary: true, render: (row) => row.batch },
    session,
  ];
  const taught: Column<Work['courses'][number]>[] = [
    { key: 'course', title: words.course, primary: true, render: (row) => row.course },
    { key: 'code', title: 'Code', card: 'line', render: (row) => row.code },
    { key: 'batch', title: words.batch, card: 'line', render: (row) => row.batch },
    session,
  ];
  if (work.classes.length + work.courses.length === 0)
    return (
      <EmptyState title="No classes or subjects">
        Assign teachers on the page of each {words.batch.toLowerCase()}.
      </EmptyState>
    );
  return (
    <>
      {work.classes.length > 0 && (
        <Card title="Class teacher of" flush>
          <DataTable
            flush
            name="employee-classes"
            caption="Class teacher of"
            columns={led}
            rows={work.classes}
            rowId={(row) => row.batchId}
            rowHref={to}
          />
        </Card>
      )}
      {work.courses.length > 0 && (
        <Card title={`${words.courses} taught`} flush>
          <DataTable
            flush
            name="employee-courses"
            caption={`${words.courses} taught`}
            columns={taught}
            rows={work.courses}
            rowId={(row) => row.offeringId}
            rowHref={to}
          />
        </Card>
      )}
    </>
  );
}
