import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { employeeLeave } from './employees.pages.ts';
import classes from './leaving.module.css';

/** Records an employee's exit, and shows what ends with it. */
export default function EmployeeLeavePage({ employee, today, roles, work }: PropsOf<typeof employeeLeave>) {
  const address = useAddress();
  const back = address.href(`/employees/${employee.id}`);
  const name = textName(employee);
  const given = [
    ...work.classes.map(({ batchId, batch, session }) => ({
      key: `led ${batchId}`,
      text: `Class teacher of ${batch}, ${session}`,
    })),
    ...work.courses.map(({ offeringId, course, batch, session }) => ({
      key: `taught ${offeringId}`,
      text: `Teaches ${course} to ${batch}, ${session}`,
    })),
  ];
  return (
    <>
      <PageHeader
        title={`Record exit: ${name}`}
        breadcrumbs={[
          { label: 'Employees', href: address.href('/employees') },
          { label: employee.employeeNumber, href: back },
        ]}
      />
      <EditForm action={`/employees/${employee.id}/leave`} submit="Record exit" cancelHref={back}>
        <FormSection title="Exit" description="The record is kept. The employee can be reinstated later.">
          <DatePickerField name="left_on" label="Leaving date" defaultValue={today} max={today} />
          <TextareaField
            name="reason"
            label="Reason"
            rows={3}
            maxLength={300}
            help="Saved in the history with your name."
          />
        </FormSection>
        <FormSection title="Account">
          {roles.length === 0 ? (
            <p className={classes.quiet}>{name} has no account here.</p>
          ) : (
            <>
              <p>These roles end immediately, and every device is signed out:</p>
              <ul className={classes.list}>
                {roles.map(({ username, role, staysElsewhere }) => (
                  <li key={`${username} ${role}`}>
                    {role} <span className={classes.quiet}>({username})</span>
                    {staysElsewhere && (
                      <span className={classes.quiet}>
                        . The account stays active because it is used for other roles.
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </FormSection>
        <FormSection title="Handover">
          {given.length === 0 ? (
            <p className={classes.quiet}>{name} has no open classes or subjects.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {given.map(({ key, text }) => (
                  <li key={key}>{text}</li>
                ))}
              </ul>
              <SearchSelectField
                name="successor_id"
                label="Successor"
                optional
                help="Without a successor, open classes and subjects have no teacher. Closed ones keep this name."
                search={`/employees/successor-options?institution_id=${employee.institutionId}&except=${employee.id}`}
              />
            </>
          )}
        </FormSection>
      </EditForm>
    </>
  );
}
