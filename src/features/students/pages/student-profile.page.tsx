import { LinkButton } from '#ui/button.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/record-layout.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import { IdentityCard } from '../parts/identity-card.tsx';
import { MovesMade } from '../parts/moves-made.tsx';
import { MovesMenu } from '../parts/moves-menu.tsx';
import { Enrolments, History, Overview } from '../parts/profile-tabs.tsx';
import type { studentProfilePage } from '../students.pages.ts';

export default function StudentProfilePage(props: PropsOf<typeof studentProfilePage>) {
  const { student, tab, can, moves } = props;
  const address = useAddress();
  const words = useWords();
  const here = `/students/${student.id}`;
  return (
    <>
      <PageHeader
        title={textName(student)}
        breadcrumbs={[{ label: 'Students', href: address.href('/students') }, { label: student.admissionNumber }]}
        action={
          can.edit && (
            <LinkButton tone="primary" href={address.href(`${here}/edit`)}>
              Edit record
            </LinkButton>
          )
        }
        more={[
          { label: 'Print', onSelect: () => window.print() },
          can.merge && { label: 'This person is here twice', href: address.href(`${here}/merge`) },
        ]}
      />
      <RecordLayout
        aside={
          <>
            <IdentityCard student={student} batchWord={words.batch} lastChange={props.lastChange} />
            <MovesMenu moves={moves} />
          </>
        }
      >
        <Tabs
          label="Parts of the record"
          items={[
            { label: 'Overview', href: address.href(here) },
            { label: 'Enrolments', href: address.href(`${here}/enrolments`) },
            ...(can.history ? [{ label: 'History', href: address.href(`${here}/history`) }] : []),
          ]}
        />
        {tab === 'overview' && <Overview student={student} age={props.age} />}
        {tab === 'enrolments' && (
          <>
            <Enrolments rows={props.enrolments ?? []} />
            <MovesMade made={props.made} certificates={props.certificates} can={can} />
          </>
        )}
        {tab === 'history' && <History entries={props.history ?? []} />}
      </RecordLayout>
    </>
  );
}
