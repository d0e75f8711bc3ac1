import { LinkButton } from '#ui/button.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { employeeProfilePage } from './employees.pages.ts';
import { Overview, WorkTab } from './profile-tabs.tsx';
import { PrivateTab } from './private-tab.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { textName, dateText, listName } from '#ui/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { EmployeeProfile } from './employees.queries.ts';
import { StateBadge } from './employee-columns.tsx';

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
