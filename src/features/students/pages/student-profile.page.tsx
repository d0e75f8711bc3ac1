import { lazy, Suspense } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { textName } from '#ui/format.ts';
import { trailOf } from '#ui/list-trail.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/record-layout.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TrailLinks } from '#ui/trail-links.tsx';
import { useAddress } from '#ui/use-address.ts';
import { ProfileHistory } from '#features/people/shared/profile/profile-history.tsx';
import type { PropsOf } from '#web/page.ts';
import { Documents } from '#features/people/shared/documents.tsx';
import { useWords } from '#web/client/use-words.ts';
import { EnrolmentsTab } from '../parts/enrolments-tab.tsx';
import { IdentityCard } from '../parts/identity-card.tsx';
import { IssuedCertificates } from '../parts/issued-certificates.tsx';
import { MovesMenu } from '../parts/moves-menu.tsx';
import { OverviewTab } from '../parts/overview-tab.tsx';
import { PrivateTab } from '../parts/private-tab.tsx';
import { OwnFieldsCard } from '../parts/own-fields-card.tsx';
import { SubjectsTab } from '../parts/subjects-tab.tsx';
import type { studentProfilePage } from '../students.pages.ts';

// Comes with its tab.
const FamilyTab = lazy(() => import('../parts/family-tab.tsx').then((module) => ({ default: module.FamilyTab })));

export default function StudentProfilePage(props: PropsOf<typeof studentProfilePage>) {
  const { student, tab, can, kin, moves } = props;
  const address = useAddress();
  const words = useWords(props.student.institutionId);
  const here = `/students/${student.id}`;
  const part = tab === 'overview' ? '' : `/${tab}`;
  const trail = trailOf('students', student.id);
  const beside = (id: number | undefined) => id && address.href(`/students/${id}${part}`);
  return (
    <>
      <PageHeader
        title={textName(student)}
        breadcrumbs={[
          { label: 'Students', href: trail?.address ?? address.href('/students') },
          { label: student.admissionNumber },
        ]}
        badge={
          trail && (
            <TrailLinks
              at={trail.at}
              count={trail.count}
              before={beside(trail.before) || undefined}
              after={beside(trail.after) || undefined}
              noun="student"
            />
          )
        }
        action={
          can.edit && (
            <LinkButton tone="primary" href={address.href(`${here}/edit`)}>
              Edit record
            </LinkButton>
          )
        }
        more={[
          { label: 'Record as PDF', href: `${here}/profile.pdf`, external: true },
          can.cards && { label: 'ID card', href: address.href('/students/cards', { ids: student.id }) },
          { label: 'Print this page', onSelect: () => window.print() },
          can.merge && { label: 'Merge duplicate', href: address.href(`${here}/merge`) },
          can.privacy && { label: 'Data and privacy', href: address.href(`/privacy${here}`) },
        ]}
      />
      <RecordLayout
        aside={
          <>
            <IdentityCard student={student} kin={kin} batchWord={words.batch} lastChange={props.lastChange} />
            <MovesMenu moves={moves} />
          </>
        }
      >
        <Tabs
          label="Parts of the record"
          items={[
            { label: 'Overview', href: address.href(here) },
            ...(can.family ? [{ label: 'Family', href: address.href(`${here}/family`) }] : []),
            { label: words.courses, href: address.href(`${here}/subjects`) },
            ...(can.documents ? [{ label: 'Documents', href: address.href(`${here}/documents`) }] : []),
            ...(can.private ? [{ label: 'Private', href: address.href(`${here}/private`) }] : []),
            { label: 'Enrolments', href: address.href(`${here}/enrolments`) },
            ...(can.history ? [{ label: 'History', href: address.href(`${here}/history`) }] : []),
          ]}
        />
        {tab === 'overview' && <OverviewTab {...props} />}
        {tab === 'overview' && props.own && <OwnFieldsCard own={props.own} studentId={student.id} />}
        {tab === 'family' && props.family && (
          <Suspense>
            <FamilyTab student={student} family={props.family} />
          </Suspense>
        )}
        {tab === 'subjects' && <SubjectsTab {...props} />}
        {tab === 'documents' && props.documents && <Documents {...props.documents} action={`${here}/documents`} />}
        {tab === 'private' && <PrivateTab {...props} />}
        {tab === 'enrolments' && (
          <>
            <EnrolmentsTab {...props} />
            <IssuedCertificates certificates={props.certificates} can={can} />
          </>
        )}
        {tab === 'history' && <ProfileHistory history={props.history ?? []} older={props.older ?? null} />}
      </RecordLayout>
    </>
  );
}
