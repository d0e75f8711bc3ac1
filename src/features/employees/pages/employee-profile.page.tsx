import { LinkButton } from '#ui/button.tsx';
import { textName } from '#ui/format.ts';
import { opensModal } from '#ui/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/record-layout.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/use-address.ts';
import { Documents } from '#features/people/shared/documents.tsx';
import { ProfileHistory } from '#features/people/shared/profile/profile-history.tsx';
import type { PropsOf } from '#web/page.ts';
import type { employeeProfilePage } from '../employees.pages.ts';
import { IdentityCard } from '../parts/identity-card.tsx';
import { Overview, PrivateTab, WorkTab } from '../parts/profile-tabs.tsx';
import { SignInCard } from '../parts/sign-in-card.tsx';

export default function EmployeeProfilePage(props: PropsOf<typeof employeeProfilePage>) {
  const { employee, tab, can } = props;
  const address = useAddress();
  const here = `/employees/${employee.id}`;
  return (
    <>
      <PageHeader
        title={textName(employee)}
        breadcrumbs={[{ label: 'Employees', href: address.href('/employees') }, { label: employee.employeeNumber }]}
        action={
          can.edit && (
            <LinkButton tone="primary" href={address.href(`${here}/edit`)}>
              Edit record
            </LinkButton>
          )
        }
        more={[
          can.cards && { label: 'ID card', href: address.href('/employees/cards', { ids: employee.id }) },
          { label: 'Print this page', onSelect: () => window.print() },
          can.merge && { label: 'Merge duplicate', href: address.href(`${here}/merge`) },
          can.privacy && { label: 'Data and privacy', href: address.href(`/privacy${here}`) },
        ]}
      />
      <RecordLayout
        aside={
          <>
            <IdentityCard employee={employee} lastChange={props.lastChange} />
            <SignInCard employee={employee} signIns={props.signIns} can={can} />
            {can.leave && (
              <LinkButton data-tour="employee-leave" href={address.href(`${here}/leave`)} onClick={opensModal}>
                Record leaving
              </LinkButton>
            )}
            {can.comeBack && (
              <LinkButton data-tour="employee-leave" href={address.href(`${here}/return`)} onClick={opensModal}>
                Record return
              </LinkButton>
            )}
          </>
        }
      >
        <Tabs
          label="Parts of the record"
          items={[
            { label: 'Overview', href: address.href(here) },
            { label: 'Work', href: address.href(`${here}/work`) },
            ...(can.private ? [{ label: 'Private', href: address.href(`${here}/private`) }] : []),
            ...(can.documents ? [{ label: 'Documents', href: address.href(`${here}/documents`) }] : []),
            ...(can.history ? [{ label: 'History', href: address.href(`${here}/history`) }] : []),
          ]}
        />
        {tab === 'overview' && <Overview {...props} />}
        {tab === 'work' && props.work && <WorkTab work={props.work} institutionId={props.employee.institutionId} />}
        {tab === 'private' && props.private && <PrivateTab {...props.private} isOwn={props.isOwn} person={here} />}
        {tab === 'documents' && props.documents && <Documents {...props.documents} action={`${here}/documents`} />}
        {tab === 'history' && <ProfileHistory history={props.history ?? []} older={props.older ?? null} />}
      </RecordLayout>
    </>
  );
}
