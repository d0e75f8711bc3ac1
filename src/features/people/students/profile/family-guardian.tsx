import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { phoneText } from '#ui/format.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { FamilyGuardian } from './student-family.queries.ts';
import classes from './family-tab.module.css';

export const Phone = ({ number }: { number: string }) => (
  <a className={classes.phone} href={`tel:${number}`}>
    {phoneText(number)}
  </a>
);

export function Guardian({ row, at, canEdit }: { row: FamilyGuardian; at: string; canEdit: boolean }) {
  const address = useAddress();
  const { facts } = row;
  const here = `${at}/${row.id}`;
  return (
    <div className={classes.row}>
      <Avatar
        name={row.nameWithoutTitle}
        src={facts && photoUrl('guardians', { id: row.id, photoId: facts.photoId }, 'small')}
        size={36}
      />
      <div className={classes.main}>
        <div className={classes.words}>
          {facts ? <Link href={address.href(`/guardians/${row.id}`)}>{row.name}</Link> : <b>{row.name}</b>}
          <span>
            {row.relation ?? 'Relation not recorded'}
            {facts?.phone && (
              <>
                {' · '}
                <Phone number={facts.phone} />
              </>
            )}
          </span>
        </div>
        {facts && (
          <div className={classes.flags}>
            {facts.isNextOfKin && <Badge tone="gold">Next of kin</Badge>}
            {facts.paysFees && <Badge tone="good">Pays fees</Badge>}
            {facts.mayCollect && <Badge tone="info">May collect</Badge>}
            {facts.receivesSms && <Badge>Receives SMS</Badge>}
          </div>
        )}
      </div>
      {canEdit && (
        <Menu
          label={`Actions for ${row.name}`}
          items={[
            { label: 'Edit', href: address.href(`${here}/edit`), modal: true },
            { label: 'Remove guardian', tone: 'bad', onSelect: () => post(`${here}/remove`) },
          ]}
        />
      )}
    </div>
  );
}
