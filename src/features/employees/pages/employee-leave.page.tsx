import { DatePickerField } from '#ui/date-fields.tsx';
import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { TextareaField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchSelectField } from '#ui/search-select.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { employeeLeave } from '../employees.pages.ts';
import classes from '../parts/leaving.module.css';

/** What ends when somebody leaves, and the act itself. */
export default function EmployeeLeavePage({ employee, today, roles, work }: PropsOf<typeof employeeLeave>) {
  const address = useAddress();
  const back = address.href(`/employees/${employee.id}`);
  const name = textName(employee);
  const given = [
    ...work.classes.map(({ batchId, batch, session }) => ({
      key: `led ${batchId}`,
      text: `Leads ${batch}, ${session}`,
    })),
    ...work.courses.map(({ offeringId, course, batch, session }) => ({
      key: `taught ${offeringId}`,
      text: `Teaches ${course} to ${batch}, ${session}`,
    })),
  ];
  return (
    <>
      <PageHeader
        title={`${name} leaves`}
        breadcrumbs={[
          { label: 'Employees', href: address.href('/employees') },
          { label: employee.employeeNumber, href: back },
        ]}
      />
      <EditForm action={`/employees/${employee.id}/leave`} submit="Record exit" cancelHref={back}>
        <FormSection title="When and why" description="The record stays, and the person can be taken back later.">
          <DatePickerField name="left_on" label="Day of leaving" defaultValue={today} max={today} />
          <TextareaField
            name="reason"
            label="Reason"
            rows={3}
            maxLength={300}
            help="Kept in the history with your name."
          />
        </FormSection>
        <FormSection title="Sign-in">
          {roles.length === 0 ? (
            <p className={classes.quiet}>{name} does not sign in here.</p>
          ) : (
            <>
              <p>These roles end at once, and every device is signed out:</p>
              <ul className={classes.list}>
                {roles.map(({ username, role, staysElsewhere }) => (
                  <li key={`${username} ${role}`}>
                    {role} <span className={classes.quiet}>({username})</span>
                    {staysElsewhere && (
                      <span className={classes.quiet}>
                        . The sign-in itself stays open: it is used for more than this.
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </FormSection>
        <FormSection title="Work to hand over">
          {given.length === 0 ? (
            <p className={classes.quiet}>{name} leads and teaches nothing that is still open.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {given.map(({ key, text }) => (
                  <li key={key}>{text}</li>
                ))}
              </ul>
              <SearchSelectField
                name="successor_id"
                label="Who takes over"
                optional
                help="Without a name these are without a teacher until somebody is chosen. Closed ones keep this name."
                search={`/employees/successor-options?institution_id=${employee.institutionId}&except=${employee.id}`}
              />
            </>
          )}
        </FormSection>
      </EditForm>
    </>
  );
}
