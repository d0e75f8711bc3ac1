import { lazy } from 'react';
import { textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import { IssuedCertificates } from './issued-certificates.tsx';
import { MovesMenu } from './moves-menu.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PrivateTab } from './private-tab.tsx';
import { StudentSummary } from './student-summary.tsx';
import { CustomFieldsCard } from './custom-fields-card.tsx';
import type { studentProfilePage } from '../students.pages.ts';

// Loaded with their tabs.
const EnrolmentsTab = lazy(() => import('./enrolments-tab.tsx').then((module) => ({ default: module.EnrolmentsTab })));
const SubjectsTab = lazy(() => import('./subjects-tab.tsx').then((module) => ({ default: module.SubjectsTab })));
const FamilyTab = lazy(() => import('./family-tab.tsx').then((module) => ({ default: module.FamilyTab })));

export default function StudentProfilePage(props: PropsOf<typeof studentProfilePage>) {
  const { student, can, kin, moves, nextOfKin, family, own } = props;
  const address = useAddress();
  const words = useWords(student.institutionId);
  return (
    <ProfilePage
      profile={props}
      list={{ people: 'students', label: 'Students', noun: 'student' }}
      person={{ id: student.id, name: textName(student), number: student.admissionNumber }}
      more={[
        { label: 'Record as PDF', href: `/students/${student.id}/profile.pdf`, external: true },
        can.cards && { label: 'ID card', href: address.href('/students/cards', { ids: student.id }) },
      ]}
      acts={<MovesMenu moves={moves} />}
      summary={<StudentSummary student={student} nextOfKin={nextOfKin} kin={kin} batchWord={words.batch} />}
      lastChange={props.lastChange}
      institutionId={student.institutionId}
      tabs={[
        {
          name: 'overview',
          label: 'Overview',
          body: () => (
            <>
              <OverviewTab {...props} />
              {own && <CustomFieldsCard own={own} studentId={student.id} />}
            </>
          ),
        },
        {
          name: 'family',
          label: 'Family',
          isShown: can.family,
          body: () => family && <FamilyTab student={student} family={family} />,
        },
        { name: 'subjects', label: words.courses, body: () => <SubjectsTab {...props} /> },
        { name: 'private', label: 'Private', isShown: can.private, body: () => <PrivateTab {...props} /> },
        {
          name: 'enrolments',
          label: 'Enrolments',
          body: () => (
            <>
              <EnrolmentsTab {...props} />
              <IssuedCertificates certificates={props.certificates} can={can} />
            </>
          ),
        },
      ]}
    />
  );
}
