import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { fieldGroups, fieldGroupLabels } from '#kernel/contracts/field-groups.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList, EmailLink, PhoneLink } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import { textName, countOf, listName } from '#ui/format.ts';
import type { guardianProfilePage, GuardianProfileProps, Custom } from './guardians.pages.ts';
import { Link } from '#ui/link.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { GuardianProfile } from './guardian-profile.queries.ts';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { recordItems } from '#web/client/record-items.tsx';
import { guardianFields } from '#features/records/people/people.fields.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { Child } from './guardian-children.queries.ts';
import classes from './shared/guardians.module.css';
import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { askThenPost } from '#ui/post.ts';
import { useRemote } from '#web/client/remote.ts';
import { Invited, type Invitation } from './shared/invited.tsx';

export default function GuardianProfilePage(props: PropsOf<typeof guardianProfilePage>) {
  const { guardian, can, children } = props;
  const name = [guardian.title, textName(guardian)].filter(Boolean).join(' ');
  return (
    <ProfilePage
      profile={props}
      list={{ people: 'guardians', label: 'Guardians', noun: 'guardian' }}
      person={{ id: guardian.id, name }}
      summary={<GuardianSummary {...props} />}
      beside={props.signIn !== undefined && <SignInCard guardian={guardian} signIn={props.signIn} can={can} />}
      lastChange={props.lastChange}
      institutionId={guardian.institutionId}
      tabs={[
        {
          name: 'overview',
          label: 'Overview',
          body: () => <Overview guardian={guardian} custom={props.custom} />,
        },
        {
          name: 'children',
          label: 'Children',
          count: children.length,
          body: () => <Children rows={children} institutionId={guardian.institutionId} />,
        },
        { name: 'restricted', label: 'Restricted', isShown: can.restricted, body: () => <Restricted {...props} /> },
      ]}
    />
  );
}

/** Restricted data. Opening the tab was logged. */
function Restricted({ guardian, religion, custom }: GuardianProfileProps) {
  const own = fieldGroups.flatMap((group) => {
    const fields = custom?.fields.filter((field) => field.group === group) ?? [];
    return fields.length ? { group, fields } : [];
  });
  return (
    <>
      <p>
        <Secondary>Restricted. Every view is logged.</Secondary>
      </p>
      {religion && (
        <Card title="Religion">
          <DescriptionList columns={2} items={recordItems(guardianFields, { religion: religion.word }, 'religion')} />
        </Card>
      )}
      {own.map(({ group, fields }) => (
        <Card key={group} title={group === 'religion' ? 'Religion: other details' : fieldGroupLabels[group]}>
          <CustomFieldList fields={fields} values={custom!.values} person={`/guardians/${guardian.id}`} />
        </Card>
      ))}
    </>
  );
}

type GuardianSummaryProps = Pick<GuardianProfileProps, 'guardian' | 'children' | 'alsoAt'>;

/** Whose guardian it is and how to reach them, at the head of the record. */
function GuardianSummary({ guardian, children, alsoAt }: GuardianSummaryProps) {
  const address = useAddress();
  return (
    <RecordSummary
      photo={
        <Avatar shape="portrait" name={textName(guardian)} src={photoUrl('guardians', guardian, 'large')} size={56} />
      }
      facts={[
        children.length === 0 ? 'No children linked' : `Guardian of ${countOf(children.length, 'student')}`,
        alsoAt.length > 0 && (
          <>
            Also a guardian at{' '}
            {alsoAt.map((other, at) => (
              <span key={other.id}>
                {at > 0 && ', '}
                <Link href={address.href(`/guardians/${other.id}`)}>{other.institution}</Link>
              </span>
            ))}
          </>
        ),
      ]}
      contacts={[
        { of: guardian.phone && guardian.mobile ? 'Mobile' : undefined, phone: guardian.mobile },
        { of: guardian.phone && guardian.mobile ? 'Phone' : undefined, phone: guardian.phone },
        { email: guardian.email },
      ]}
    />
  );
}

/** The guardian's data, in sections. */
function Overview({ guardian, custom }: { guardian: GuardianProfile; custom?: Custom }) {
  return (
    <>
      <Card title="Personal">
        <DescriptionList
          columns={2}
          items={[
            ...recordItems(guardianFields, guardian, 'title'),
            ['Surname', guardian.surname],
            ['First name', guardian.firstName],
            ['Middle name', guardian.middleName],
            ['Gender', guardian.gender === 'female' ? 'Female' : guardian.gender && 'Male'],
            ['Nationality', guardian.nationality],
            ...recordItems(guardianFields, guardian, 'personal'),
            ['Mobile', guardian.mobile && <PhoneLink key="mobile" number={guardian.mobile} />],
            ['Phone', guardian.phone && <PhoneLink key="phone" number={guardian.phone} />],
            ['E-mail', guardian.email && <EmailLink key="email" email={guardian.email} />],
          ]}
        />
      </Card>
      <Card title="Work">
        <DescriptionList columns={2} items={recordItems(guardianFields, guardian, 'work')} />
      </Card>
      <Card title="Home">
        <DescriptionList
          columns={2}
          items={[
            ['Country', guardian.country],
            ['State', guardian.state],
            ['LGA', guardian.lga],
            ...recordItems(guardianFields, guardian, 'home'),
          ]}
        />
      </Card>
      {custom && custom.fields.length > 0 && (
        <Card title="Other details">
          <CustomFieldList {...custom} person={`/guardians/${guardian.id}`} />
        </Card>
      )}
    </>
  );
}

/** The guardian's children, with the guardian's role for each. */
function Children({ rows, institutionId }: { rows: Child[]; institutionId: number }) {
  const address = useAddress();
  const { batch } = useTerms(institutionId);
  return (
    <DataTable
      name="guardian-children"
      caption="Children"
      columns={columnsIn(batch)}
      rows={rows}
      rowHref={(row) => address.href(`/students/${row.id}/family`)}
      empty={
        <EmptyState title="No children linked">
          Open a student’s record and add this guardian there, under Family.
        </EmptyState>
      }
    />
  );
}

const columnsIn = (batchTerm: string): Column<Child>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    render: (row) => (
      <span className={classes.named}>
        <Avatar name={listName(row)} src={photoUrl('students', row, 'small')} size={24} />
        {listName(row)}
      </span>
    ),
  },
  { key: 'relation', title: 'Relation', card: 'line', render: (row) => row.relation },
  { key: 'batch', title: batchTerm, card: 'line', render: (row) => row.batch ?? <Secondary>—</Secondary> },
  { key: 'for', title: 'Role', wraps: true, card: 'below', render: (row) => <Flags row={row} /> },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <StatusBadge status={row.status} /> },
];

function Flags({ row }: { row: Child }) {
  if (!(row.isNextOfKin || row.paysFees || row.mayCollect || row.receivesSms)) return <Secondary>—</Secondary>;
  return (
    <span className={classes.flags}>
      {row.isNextOfKin && <Badge tone="gold">Next of kin</Badge>}
      {row.paysFees && <Badge tone="good">Pays fees</Badge>}
      {row.mayCollect && <Badge tone="info">May collect</Badge>}
      {row.receivesSms && <Badge>Receives SMS</Badge>}
    </span>
  );
}

const states = {
  active: (username: string) => `Account active: ${username}. Sees their own children.`,
  invited: (username: string) => `Invited as ${username}. No password set yet.`,
  disabled: (username: string) => `The account ${username} is disabled.`,
};

/** The guardian's account, with what the viewer can do about it. */
function SignInCard({ guardian, signIn, can }: Pick<GuardianProfileProps, 'guardian' | 'signIn' | 'can'>) {
  const address = useAddress();
  const remote = useRemote<Invitation>();
  const [made, setMade] = useState<Invitation | null>(null);
  const at = `/guardians/${guardian.id}`;
  if (made) {
    const done = (
      <Button tone="primary" onClick={() => setMade(null)}>
        Done
      </Button>
    );
    return <Invited made={made} done={done} />;
  }
  const again = async () => {
    const answer = await remote.send('post', `${at}/invitation`);
    if (answer) setMade(answer.json);
    router.reload({ only: ['signIn', 'lastChange'] });
  };
  return (
    <Card title="Account" tour="guardian-sign-in">
      <p>{signIn ? states[signIn.state](signIn.username) : 'No account.'}</p>
      {can.invite && (
        <div className={`${classes.buttons} no-print`}>
          {!signIn && <LinkButton href={address.href(`${at}/invite`)}>Invite guardian</LinkButton>}
          {signIn?.state === 'invited' && (
            <Button loading={remote.busy} onClick={() => void again()}>
              New invitation link
            </Button>
          )}
          {signIn && (
            <Button
              tone="bad"
              onClick={() =>
                void askThenPost(`${at}/withdraw`, {
                  title: `Disable the account of ${guardian.firstName} ${guardian.surname}?`,
                  body: 'The guardian loses access to this institution immediately. The record is kept, and you can invite the guardian again.',
                  action: 'Disable account',
                  tone: 'bad',
                })
              }
            >
              Disable account
            </Button>
          )}
        </div>
      )}
      {remote.message && (
        <p role="alert" className={classes.alert}>
          {remote.message}
        </p>
      )}
    </Card>
  );
}
