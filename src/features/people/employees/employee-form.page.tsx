import { EditForm } from '#ui/forms/edit-form.tsx';
import { enterGoesOn } from '#ui/forms/enter-goes-on.ts';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DuplicateNotice } from '#features/records/people/shared/duplicate-notice.tsx';
import { FormDraft } from '#features/records/people/shared/form-draft.tsx';
import type { PropsOf } from '#web/page.ts';
import type { employeeForm } from './employees.pages.ts';
import { ContactSection, EmploymentSection, NameSection, CustomFieldsSection } from './form-sections.tsx';
import { HealthSection, PrivateSections, ReligionSection } from './restricted-sections.tsx';

/** Adds or edits an employee. Restricted groups appear only for users who can see them. */
export default function EmployeeFormPage(props: PropsOf<typeof employeeForm>) {
  const { employee, groups } = props;
  const address = useAddress();
  const back = employee ? address.href(`/employees/${employee.id}`) : address.href('/employees');
  return (
    <>
      <PageHeader
        title={employee ? `Edit ${textName(employee)}` : 'Add employee'}
        breadcrumbs={[
          { label: 'Employees', href: address.href('/employees') },
          ...(employee ? [{ label: employee.employeeNumber, href: back }] : []),
        ]}
      />
      <EditForm
        // Lists belong to the institution, so choosing another one resets the form.
        key={props.institutionId}
        opened={props.opened}
        action={employee ? `/employees/${employee.id}` : '/employees'}
        submit={employee ? 'Save record' : 'Add employee'}
        cancelHref={back}
        long
        onKeyDown={enterGoesOn}
      >
        <FormDraft
          form={`employee:${employee?.id ?? 'new'}`}
          institutionId={props.institutionId}
          stamp={employee ? String(employee.updatedAt) : undefined}
        />
        <NameSection {...props} />
        <DuplicateNotice people="employees" noun="employee" institutionId={props.institutionId} id={employee?.id} />
        <EmploymentSection {...props} />
        <ContactSection {...props} />
        {groups.includes('private') && <PrivateSections {...props} />}
        {groups.includes('health') && <HealthSection {...props} />}
        {groups.includes('religion') && <ReligionSection {...props} />}
        {props.customFields.length > 0 && <CustomFieldsSection {...props} />}
      </EditForm>
    </>
  );
}
