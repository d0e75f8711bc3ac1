import { Link } from '@inertiajs/react';
import { photoUrl } from '#features/people/photos/photo-url.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList, EmailLink } from '#ui/records/description-list.tsx';
import { countOf, phoneText, textName } from '#ui/format.ts';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { GuardianProfileProps } from '../guardians.pages.ts';
import classes from './guardians.module.css';

type IdentityCardProps = Pick<GuardianProfileProps, 'guardian' | 'children' | 'alsoAt' | 'lastChange'> & {
  name: string;
};

/** Photo, name and key facts, on the left of the record. */
export function IdentityCard({ guardian, name, children, alsoAt, lastChange }: IdentityCardProps) {
  const address = useAddress();
  return (
    <Card>
      <div className={classes.who}>
        <Avatar name={textName(guardian)} src={photoUrl('guardians', guardian, 'large')} size={56} />
        <div>
          <strong>{name}</strong>
          <div className={classes.quiet}>
            {children.length === 0 ? 'No children linked' : `Guardian of ${countOf(children.length, 'student')}`}
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
            guardian.phone && <Reach key="phone" href={`tel:${guardian.phone}`} text={phoneText(guardian.phone)!} />,
          ],
          ['E-mail', guardian.email && <EmailLink key="email" email={guardian.email} />],
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
  );
}

const Reach = ({ href, text }: { href: string; text: string }) => <a href={href}>{text}</a>;
