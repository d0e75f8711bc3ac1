import { LinkButton } from '#ui/button.tsx';
import { textName } from '#ui/format.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { employeeProfilePage } from './employees.pages.ts';
import { EmployeeSummary } from './employee-summary.tsx';
import { Overview, WorkTab } from './profile-tabs.tsx';
import { PrivateTab } from './private-tab.tsx';
import { SignInCard } from './sign-in-card.tsx';

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
