import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { Children } from './children.tsx';
import { Overview } from './overview.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { fieldGroups, fieldGroupWords } from '#kernel/contracts/field-groups.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import { textName, countOf } from '#ui/format.ts';
import type { guardianProfilePage, GuardianProfileProps } from './guardians.pages.ts';
import { Link } from '#ui/link.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';

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
          <DescriptionList columns={2} items={[['Religion', religion.word]]} />
        </Card>
      )}
      {own.map(({ group, fields }) => (
        <Card key={group} title={group === 'religion' ? 'Religion: other details' : fieldGroupWords[group]}>
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
