import { Link } from '#ui/link.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { Avatar } from '#ui/avatar.tsx';
import { countOf, textName } from '#ui/format.ts';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { GuardianProfileProps } from './guardians.pages.ts';

type GuardianSummaryProps = Pick<GuardianProfileProps, 'guardian' | 'children' | 'alsoAt'>;

/** Whose guardian it is and how to reach them, at the head of the record. */
export function GuardianSummary({ guardian, children, alsoAt }: GuardianSummaryProps) {
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
