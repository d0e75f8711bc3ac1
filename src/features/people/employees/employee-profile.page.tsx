import { LinkButton } from '#ui/button.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { employeeProfilePage, EmployeeProfileProps } from './employees.pages.ts';
import { Overview, WorkTab } from './profile-tabs.tsx';
import { textName, dateText, listName, phoneText } from '#ui/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { EmployeeProfile } from './employee-form.queries.ts';
import { StateBadge } from './employee-columns.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary, DateText } from '#ui/text.tsx';
import classes from './sign-in-card.module.css';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { recordItems } from '#web/client/record-items.tsx';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';

export default function EmployeeProfilePage(props: PropsOf<typeof employeeProfilePage>) {
  const { employee, can, work, private: restricted } = props;
  const address = useAddress();
  const here = `/employees/${employee.id}`;
  return (
    <ProfilePage
      profile={props}
      list={{ people: 'employees', label: 'Employees', noun: 'employee' }}
      person={{ id: employee.id, name: textName(employee), number: employee.employeeNumber }}
      more={[can.cards && { label: 'ID card', href: address.href('/employees/cards', { ids: employee.id }) }]}
      summary={<EmployeeSummary employee={employee} />}
      beside={<SignInCard employee={employee} signIns={props.signIns} can={can} />}
      lastChange={props.lastChange}
      institutionId={employee.institutionId}
      acts={
        <>
          {can.leave && (
            <LinkButton data-tour="employee-leave" href={address.href(`${here}/leave`)} onClick={opensModal}>
              Record exit
            </LinkButton>
          )}
          {can.reinstate && (
            <LinkButton data-tour="employee-leave" href={address.href(`${here}/return`)} onClick={opensModal}>
              Record return
            </LinkButton>
          )}
        </>
      }
      tabs={[
        { name: 'overview', label: 'Overview', body: () => <Overview {...props} /> },
        {
          name: 'work',
          label: 'Work',
          body: () => work && <WorkTab work={work} institutionId={employee.institutionId} />,
        },
        {
          name: 'private',
          label: 'Private',
          isShown: can.private,
          body: () => restricted && <PrivateTab {...restricted} isOwn={props.isOwn} person={here} />,
        },
      ]}
    />
  );
}

/** Who the employee is, what the job is and how to reach them, at the head of the record. */
function EmployeeSummary({ employee }: { employee: EmployeeProfile }) {
  const { leftOn, leavingReason, department, jobTitle } = employee;
  return (
    <RecordSummary
      photo={
        <Avatar shape="portrait" name={listName(employee)} src={photoUrl('employees', employee, 'small')} size={56} />
      }
      badge={<StateBadge leftOn={leftOn} />}
      facts={[employee.employeeNumber, jobTitle, department]}
      note={leftOn && [`Left on ${dateText(leftOn)}`, leavingReason].filter(Boolean).join(': ')}
      contacts={[{ phone: employee.mobile ?? employee.phone }, { email: employee.email }]}
    />
  );
}

const states = { active: 'Active', invited: 'Invited', disabled: 'Disabled' };

/** The accounts of an employee, with their roles. */
function SignInCard({ employee, signIns, can }: Pick<EmployeeProfileProps, 'employee' | 'signIns' | 'can'>) {
  const address = useAddress();
  return (
    <Card title="Account and roles" tour="employee-sign-in">
      {signIns.length === 0 && <Secondary>{employee.leftOn ? 'No longer has an account.' : 'No account.'}</Secondary>}
      {signIns.map((one) => (
        <div key={one.accountId} className={classes.signIn}>
          <div>
            <b>{one.username}</b>
            <StatusBadge status={one.state} label={states[one.state]} />
          </div>
          <ul className={classes.roles} aria-label={`Roles of ${one.username}`}>
            {one.roles.map((role) => (
              <li key={role}>{role}</li>
            ))}
          </ul>
          {can.accounts && (
            <div className={`${classes.links} no-print`}>
              <LinkButton small href={address.href(`/accounts/${one.accountId}`)}>
                {can.invite ? 'Manage roles' : 'View account'}
              </LinkButton>
            </div>
          )}
        </div>
      ))}
      {signIns.length === 0 && !can.invite && !employee.leftOn && (
        <p className={classes.last}>The owner or an ICT administrator can send an invitation.</p>
      )}
      {signIns.length === 0 && can.invite && (
        <div className={`${classes.links} no-print`}>
          <LinkButton
            small
            href={address.href('/accounts/new', { institution_id: employee.institutionId, employee_id: employee.id })}
          >
            Invite employee
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

/** The restricted groups that the viewer can see. Opening the tab was logged. */
function PrivateTab({
  groups,
  fields,
  places,
  age,
  customFields,
  custom,
  isOwn,
  person,
}: NonNullable<EmployeeProfileProps['private']> & { isOwn: boolean; person: string }) {
  return (
    <>
      {!isOwn && <Secondary>Restricted. Every view is logged.</Secondary>}
      {groups.includes('private') && (
        <>
          <Card title="Personal">
            <DescriptionList
              columns={2}
              items={[
                [
                  'Date of birth',
                  fields.birthDate && (
                    <>
                      <DateText value={fields.birthDate} /> <Secondary>({age} years)</Secondary>
                    </>
                  ),
                ],
                ...recordItems(employeeFields, fields, 'personal'),
                ['Nationality', places?.nationality],
              ]}
            />
          </Card>
          <Card title="Home">
            <DescriptionList
              columns={2}
              items={[
                ['Country', places?.country],
                ['State', places?.state ?? fields.stateName],
                ['LGA', places?.lga],
                ...recordItems(employeeFields, fields, 'home'),
              ]}
            />
          </Card>
          <Card title="Next of kin">
            <DescriptionList
              columns={2}
              items={[
                ['Name', fields.nextOfKinName],
                ['Relation', fields.nextOfKinRelation],
                [
                  'Phone',
                  fields.nextOfKinPhone && (
                    <a key="phone" href={`tel:${fields.nextOfKinPhone}`}>
                      {phoneText(fields.nextOfKinPhone)}
                    </a>
                  ),
                ],
              ]}
            />
          </Card>
        </>
      )}
      {groups.includes('health') && (
        <Card title="Health">
          <DescriptionList columns={2} items={recordItems(employeeFields, fields, 'health')} />
        </Card>
      )}
      {groups.includes('religion') && (
        <Card title="Religion">
          <DescriptionList columns={2} items={recordItems(employeeFields, fields, 'religion')} />
        </Card>
      )}
      {customFields.length > 0 && (
        <Card title="Other details">
          <CustomFieldList fields={customFields} values={custom} person={person} />
        </Card>
      )}
    </>
  );
}
