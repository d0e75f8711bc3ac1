import { textName } from '#ui/format.ts';
import { ProfilePage } from '#features/records/people/shared/profile/profile-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { guardianProfilePage } from './guardians.pages.ts';
import { Children } from './children.tsx';
import { GuardianSummary } from './guardian-summary.tsx';
import { Overview } from './overview.tsx';
import { Restricted } from './restricted.tsx';
import { SignInCard } from './sign-in-card.tsx';

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
