import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DateText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { employeeReturn } from './employees.pages.ts';
import classes from './leaving.module.css';

/** Records the return of an employee, with the former roles to restore. */
export default function EmployeeReturnPage({ employee, today, roles }: PropsOf<typeof employeeReturn>) {
  const address = useAddress();
  const back = address.href(`/employees/${employee.id}`);
  const offered = roles.filter((one) => one.mayBeGiven);
  const others = roles.filter((one) => !one.mayBeGiven);
  return (
    <>
      <PageHeader
        title={`Record return: ${textName(employee)}`}
        breadcrumbs={[
          { label: 'Employees', href: address.href('/employees') },
          { label: employee.employeeNumber, href: back },
        ]}
      />
      <EditForm action={`/employees/${employee.id}/return`} submit="Record return" cancelHref={back}>
        <FormSection
          title="Return"
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
            help="Saved in the history with your name."
          />
        </FormSection>
        <FormSection title="Former roles" description="Select the roles to restore.">
          {roles.length === 0 && <p className={classes.quiet}>No former roles.</p>}
          {offered.map((one) => (
            <CheckboxField key={one.key} name="roles[]" value={one.key} label={`${one.role} (${one.username})`} />
          ))}
          {others.length > 0 && (
            <p className={classes.quiet}>
              You don’t have permission to restore {others.map(({ role }) => role).join(', ')}. Ask someone who can
              manage these roles.
            </p>
          )}
        </FormSection>
      </EditForm>
    </>
  );
}
