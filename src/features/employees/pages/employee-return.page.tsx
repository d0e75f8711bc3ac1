import { DatePickerField } from '#ui/date-fields.tsx';
import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { CheckboxField, TextareaField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DateText } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { employeeReturn } from '../employees.pages.ts';
import classes from '../parts/leaving.module.css';

/** Who had left works here again; which of the roles of before come back is said here. */
export default function EmployeeReturnPage({ employee, today, roles }: PropsOf<typeof employeeReturn>) {
  const address = useAddress();
  const back = address.href(`/employees/${employee.id}`);
  const offered = roles.filter((one) => one.mayBeGiven);
  const others = roles.filter((one) => !one.mayBeGiven);
  return (
    <>
      <PageHeader
        title={`${textName(employee)} comes back`}
        breadcrumbs={[
          { label: 'Employees', href: address.href('/employees') },
          { label: employee.employeeNumber, href: back },
        ]}
      />
      <EditForm action={`/employees/${employee.id}/return`} submit="Record return" cancelHref={back}>
        <FormSection
          title="When and why"
          description={
            employee.leftOn && (
              <>
                Left on <DateText value={employee.leftOn} />
                {employee.leavingReason && `: ${employee.leavingReason}`}
              </>
            )
          }
        >
          <DatePickerField
            name="back_on"
            label="First day back"
            defaultValue={today}
            min={employee.leftOn ?? undefined}
            max={today}
          />
          <TextareaField
            name="reason"
            label="Reason"
            rows={3}
            maxLength={300}
            help="Kept in the history with your name."
          />
        </FormSection>
        <FormSection
          title="Roles of before"
          description="None comes back by itself. Tick those that the person needs again."
        >
          {roles.length === 0 && <p className={classes.quiet}>There were none.</p>}
          {offered.map((one) => (
            <CheckboxField key={one.key} name="roles[]" value={one.key} label={`${one.role} (${one.username})`} />
          ))}
          {others.length > 0 && (
            <p className={classes.quiet}>
              {others.map(({ role }) => role).join(', ')}: only somebody who may give{' '}
              {others.length === 1 ? 'this role' : 'these roles'} can give {others.length === 1 ? 'it' : 'them'} back,
              on the page People.
            </p>
          )}
        </FormSection>
      </EditForm>
    </>
  );
}
