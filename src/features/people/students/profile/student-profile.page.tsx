import { lazy } from 'react';
import { textName, dateText, listName } from '#ui/format.ts';
import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { OverviewTab } from './overview-tab.tsx';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Card } from '#ui/records/card.tsx';
import type { studentProfilePage, StudentProfileProps } from '../students.pages.ts';
import { recordItems } from '#web/client/record-items.tsx';
import { studentFields } from '../students.fields.ts';
import type { RestrictedGroup, FieldGroup } from '#kernel/contracts/field-groups.ts';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import type { OwnFields } from '#features/records/custom-fields/custom-fields.queries.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RecordSummary } from '#ui/records/record-summary.tsx';

// Loaded with their tabs.
const EnrolmentsTab = lazy(() => import('./enrolments-tab.tsx').then((module) => ({ default: module.EnrolmentsTab })));
const SubjectsTab = lazy(() => import('./subjects-tab.tsx').then((module) => ({ default: module.SubjectsTab })));
const FamilyTab = lazy(() => import('./family-tab.tsx').then((module) => ({ default: module.FamilyTab })));

export default function StudentProfilePage(props: PropsOf<typeof studentProfilePage>) {
  const { student, can, kin, moves, nextOfKin, family, own } = props;
  const address = useAddress();
  const words = useTerms(student.institutionId);
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
        {
          name: 'private',
          label: 'Private',
          isShown: can.private,
          isRare: true,
          body: () => <PrivateTab {...props} />,
        },
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

/** Certificates issued to the student. */
const IssuedCertificates = ({ certificates = [], can }: Pick<StudentProfileProps, 'certificates' | 'can'>) =>
  certificates.map(({ id, number, issuedOn, isVoid }) => (
    <Card key={id} title={`Transfer certificate ${number}`}>
      Issued on <DateText value={issuedOn} />. {isVoid && <Badge tone="bad">Void</Badge>}{' '}
      {can.printCertificates && (
        <Button small onClick={() => openByPost(`/certificates/${id}/print`)}>
          Print<span className="visually-hidden"> {number} in a new window</span>
        </Button>
      )}
    </Card>
  ));

/** The status changes available for the student, each a short form over the record. */
function MovesMenu({ moves }: Pick<StudentProfileProps, 'moves'>) {
  const address = useAddress();
  if (moves.length === 0) return null;
  return (
    <div data-tour="change-status" className="no-print">
      <Menu
        label="Change status"
        trigger="Change status"
        triggerClass={cx(buttons.button, buttons.quiet)}
        items={moves.map(({ label, href }) => ({ label, href: address.href(href), modal: true }))}
      />
    </div>
  );
}

/** Restricted data. Opening the tab was logged. */
function PrivateTab({ student, restricted, kin }: StudentProfileProps) {
  if (!restricted) return null;
  const { groups, health, religion, own } = restricted;
  const of = (group: RestrictedGroup, title: string) => (
    <CustomFieldsCard own={own} studentId={student.id} group={group} title={title} />
  );
  return (
    <>
      <p>
        <Secondary>{kin ? 'Restricted. The school logs every view.' : 'Restricted. Every view is logged.'}</Secondary>
      </p>
      {health && (
        <Card title="Health">
          <DescriptionList columns={2} items={recordItems(studentFields, health, 'health')} />
        </Card>
      )}
      {of('health', 'Health: other details')}
      {groups.includes('religion') && (
        <Card title="Religion">
          <DescriptionList columns={2} items={recordItems(studentFields, { religion }, 'religion')} />
        </Card>
      )}
      {of('religion', 'Religion: other details')}
      {of('private', 'Private')}
    </>
  );
}

interface CustomFieldsCardProps {
  own: OwnFields;
  studentId: number;
  /** Limits the card to one group. */
  group?: FieldGroup;
  title?: string;
}

/** Custom fields of a student; nothing if there are none. */
function CustomFieldsCard({ own, studentId, group, title = 'Other details' }: CustomFieldsCardProps) {
  const fields = own.fields.filter((field) => !group || field.group === group);
  if (fields.length === 0) return null;
  return (
    <Card title={title}>
      <CustomFieldList fields={fields} values={own.values} person={`/students/${studentId}`} />
    </Card>
  );
}

type StudentSummaryProps = Pick<StudentProfileProps, 'student' | 'nextOfKin' | 'kin'> & { batchWord: string };

/** Who the student is and whom to call, at the head of the record. */
function StudentSummary({ student, nextOfKin, kin, batchWord }: StudentSummaryProps) {
  const { batch, session, program } = student;
  const ofKin = nextOfKin && [nextOfKin.relation ?? 'Next of kin', nextOfKin.name].filter(Boolean).join(', ');
  return (
    <RecordSummary
      photo={<Avatar shape="portrait" name={listName(student)} src={student.photo} size={56} />}
      badge={<StatusBadge status={student.status} />}
      facts={[student.admissionNumber, batch && `${batch}, ${session}`, program]}
      note={stateInWords(student, batchWord)}
      contacts={
        kin
          ? []
          : [
              { of: ofKin || undefined, phone: nextOfKin?.phone ?? null },
              { of: 'Student', phone: student.mobile ?? student.phone },
              { email: student.email },
            ]
      }
    />
  );
}

/** Explains the status where the badge alone is not enough. */
function stateInWords({ status, batch, lastMove }: StudentProfileProps['student'], batchWord: string): string {
  const since = lastMove ? ` since ${dateText(lastMove.on)}` : '';
  switch (status) {
    case 'active':
      return batch ? '' : `No ${batchWord.toLowerCase()} assigned`;
    case 'suspended':
      return `Away${since}${lastMove?.until ? `, until ${dateText(lastMove.until)}` : ''}`;
    case 'transferred':
      return lastMove?.destination ? `Transferred to ${lastMove.destination}` : `At another school${since}`;
    case 'graduated':
      return since && `Graduated${since}`;
    case 'withdrawn':
      return `Left the school${since}`;
    case 'applicant':
      return 'Not admitted yet';
    default:
      return lastMove ? dateText(lastMove.on) : '';
  }
}
