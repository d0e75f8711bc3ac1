import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { ownChildrenPage } from './guardians.pages.ts';
import classes from './shared/guardians.module.css';

/** A guardian's own children in all schools: the start page of guardians. */
export default function OwnChildrenPage({ children }: PropsOf<typeof ownChildrenPage>) {
  const address = useAddress();
  return (
    <>
      <PageHeader title="My children" />
      {children.length === 0 ? (
        <EmptyState title="No children linked">
          No student is linked to your account. If this is wrong, tell the school office.
        </EmptyState>
      ) : (
        <ul className={classes.cards} data-tour="own-children">
          {children.map((child) => (
            <li key={child.id}>
              <Link className={classes.child} href={address.href(`/students/${child.id}`)}>
                <Avatar name={textName(child)} src={photoUrl('students', child, 'large')} size={64} />
                <span>
                  <b>{textName(child)}</b>
                  <span>{child.batch ?? <NoBatch institutionId={child.institutionId} />}</span>
                  <small>{child.school}</small>
                  <small>{child.admissionNumber}</small>
                  {child.status !== 'active' && <StatusBadge status={child.status} />}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Uses each school's own terms. */
function NoBatch({ institutionId }: { institutionId: number }) {
  return <>No {useTerms(institutionId).batch.toLowerCase()} yet</>;
}
