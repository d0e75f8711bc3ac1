import { lazy, Suspense } from 'react';
import { Link } from '@inertiajs/react';
import { Avatar } from '#ui/avatar.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { phoneText, countOf, textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/record-layout.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { photoUrl } from '#features/people/photo-url.ts';
import type { guardianProfilePage } from '../guardians.pages.ts';
import { Children } from '../parts/children.tsx';
import { Overview } from '../parts/overview.tsx';
import { Restricted } from '../parts/restricted.tsx';
import { SignInCard } from '../parts/sign-in-card.tsx';
import classes from '../parts/guardians.module.css';

// Seldom looked at.
const Documents = lazy(() =>
  import('#features/people/shared/documents.tsx').then((module) => ({ default: module.Documents })),
);
const ProfileHistory = lazy(() =>
  import('#features/people/shared/profile/profile-history.tsx').then((module) => ({ default: module.ProfileHistory })),
);

export default function GuardianProfilePage(props: PropsOf<typeof guardianProfilePage>) {
  const { guardian, tab, can, children, alsoAt, lastChange } = props;
  const address = useAddress();
  const here = `/guardians/${guardian.id}`;
  const name = [guardian.title, textName(guardian)].filter(Boolean).join(' ');
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: 'Guardians', href: address.href('/guardians') }]}
        action={
          can.edit && (
            <LinkButton tone="primary" href={address.href(`${here}/edit`)}>
              Edit record
            </LinkButton>
          )
        }
        more={[
          { label: 'Print this page', onSelect: () => window.print() },
          can.merge && { label: 'Merge duplicate', href: address.href(`${here}/merge`) },
          can.privacy && { label: 'Data and privacy', href: address.href(`/privacy${here}`) },
        ]}
      />
      <RecordLayout
        aside={
          <>
            <Card>
              <div className={classes.who}>
                <Avatar name={textName(guardian)} src={photoUrl('guardians', guardian, 'large')} size={56} />
                <div>
                  <strong>{name}</strong>
                  <div className={classes.quiet}>
                    {children.length === 0
                      ? 'Guardian of nobody yet'
                      : `Guardian of ${countOf(children.length, 'student')}`}
                  </div>
                </div>
              </div>
              <DescriptionList
                items={[
                  [
                    'Mobile',
                    guardian.mobile && (
                      <Reach key="mobile" href={`tel:${guardian.mobile}`} text={phoneText(guardian.mobile)!} />
                    ),
                  ],
                  [
                    'Phone',
                    guardian.phone && (
                      <Reach key="phone" href={`tel:${guardian.phone}`} text={phoneText(guardian.phone)!} />
                    ),
                  ],
                  [
                    'E-mail',
                    guardian.email && <Reach key="email" href={`mailto:${guardian.email}`} text={guardian.email} />,
                  ],
                  ...(alsoAt.length
                    ? [
                        [
                          'Also a guardian at',
                          alsoAt.map((other, at) => (
                            <span key={other.id}>
                              {at > 0 && ', '}
                              <Link href={address.href(`/guardians/${other.id}`)}>{other.institution}</Link>
                            </span>
                          )),
                        ] as [string, React.ReactNode],
                      ]
                    : []),
                ]}
              />
              {lastChange && (
                <p className={classes.last}>
                  Last changed by {lastChange.person},{' '}
                  <DateTimeText value={String(lastChange.at)} institutionId={guardian.institutionId} />
                </p>
              )}
            </Card>
            {props.signIn !== undefined && <SignInCard guardian={guardian} signIn={props.signIn} can={can} />}
          </>
        }
      >
        <Tabs
          label="Parts of the record"
          items={[
            { label: 'Overview', href: address.href(here) },
            { label: 'Children', href: address.href(`${here}/children`), count: children.length },
            ...(can.documents ? [{ label: 'Documents', href: address.href(`${here}/documents`) }] : []),
            ...(can.restricted ? [{ label: 'Restricted', href: address.href(`${here}/restricted`) }] : []),
            ...(can.history ? [{ label: 'History', href: address.href(`${here}/history`) }] : []),
          ]}
        />
        {tab === 'overview' && <Overview guardian={guardian} custom={props.custom} />}
        {tab === 'children' && <Children rows={children} institutionId={guardian.institutionId} />}
        {tab === 'documents' && props.documents && (
          <Suspense>
            <Documents {...props.documents} action={`${here}/documents`} />
          </Suspense>
        )}
        {tab === 'restricted' && <Restricted {...props} />}
        {tab === 'history' && (
          <Suspense>
            <ProfileHistory history={props.history ?? []} older={props.older ?? null} />
          </Suspense>
        )}
      </RecordLayout>
    </>
  );
}

const Reach = ({ href, text }: { href: string; text: string }) => <a href={href}>{text}</a>;
