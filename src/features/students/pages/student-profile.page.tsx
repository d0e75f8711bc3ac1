import { lazy, Suspense, useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/record-layout.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import { IdentityCard } from '../parts/identity-card.tsx';
import { Enrolments, History, Overview } from '../parts/profile-tabs.tsx';
import { StatusDialog } from '../parts/status-dialog.tsx';
import type { studentProfilePage } from '../students.pages.ts';

// Comes with its tab.
const FamilyTab = lazy(() => import('../parts/family-tab.tsx').then((module) => ({ default: module.FamilyTab })));

export default function StudentProfilePage(props: PropsOf<typeof studentProfilePage>) {
  const { student, tab, can, moves } = props;
  const address = useAddress();
  const words = useWords();
  const [changing, setChanging] = useState(false);
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
        more={[{ label: 'Print', onSelect: () => window.print() }]}
      />
      <RecordLayout
        aside={
          <>
            <IdentityCard student={student} batchWord={words.batch} lastChange={props.lastChange} />
            {moves.length > 0 && (
              <Button data-tour="change-status" onClick={() => setChanging(true)}>
                Change status
              </Button>
            )}
          </>
        }
      >
        <Tabs
          label="Parts of the record"
          items={[
            { label: 'Overview', href: address.href(here) },
            { label: 'Enrolments', href: address.href(`${here}/enrolments`) },
            { label: 'Family', href: address.href(`${here}/family`) },
            ...(can.history ? [{ label: 'History', href: address.href(`${here}/history`) }] : []),
          ]}
        />
        {tab === 'overview' && <Overview student={student} age={props.age} />}
        {tab === 'enrolments' && <Enrolments rows={props.enrolments ?? []} />}
        {tab === 'family' && props.family && (
          <Suspense>
            <FamilyTab student={student} family={props.family} />
          </Suspense>
        )}
        {tab === 'history' && <History entries={props.history ?? []} />}
      </RecordLayout>
      <StatusDialog student={student} moves={moves} open={changing} onClose={() => setChanging(false)} />
    </>
  );
}
