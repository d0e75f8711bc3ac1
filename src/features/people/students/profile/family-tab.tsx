import { Link } from '#ui/link.tsx';
import { router } from '@inertiajs/core';
import { Avatar } from '#ui/avatar.tsx';
import { StatusBadge, Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { explain, remote } from '#web/client/remote.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { Family, FamilyGuardian } from './student-family.queries.ts';
import type { StudentOverview } from './student-profile.queries.ts';
import classes from './family-tab.module.css';
import { Menu } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';

interface FamilyTabProps {
  student: Pick<StudentOverview, 'id' | 'firstName'>;
  family: Family;
}

/** Guardians in calling order, next of kin, and siblings. */
export function FamilyTab({ student, family }: FamilyTabProps) {
  const address = useAddress();
  const { guardians, ownNextOfKin, can } = family;
  const siblings = useMoreRows({ rows: family.siblings, next: family.nextSiblings }, ['siblings', 'nextSiblings']);
  const at = `/students/${student.id}/guardians`;
  const add = can.edit && (
    <LinkButton href={address.href(`${at}/new`)} onClick={opensModal}>
      Add guardian
    </LinkButton>
  );
  const save = async (ids: number[]) => {
    try {
      await remote('post', `${at}/order`, { ids });
      return true;
    } catch (error) {
      toast({ tone: 'bad', message: `The order was not saved. ${explain(error).message}` });
      return false;
    }
  };
  return (
    <>
      {guardians.length === 0 ? (
        <EmptyState title="No guardians yet" action={add}>
          Add the guardians of {student.firstName}: who pays fees, who may collect from school, and whom to call first.
        </EmptyState>
      ) : (
        <Card title="Guardians" action={add} flush>
          {can.edit && guardians.length > 1 ? (
            <>
              <p className={classes.note}>The school calls them in this order.</p>
              <SortList
                label="Guardians in calling order"
                rows={guardians}
                nameOf={(row) => row.name}
                onOrder={save}
                onSaved={() => router.reload({ only: ['family'] })}
              >
                {(row) => <Guardian row={row} at={at} canEdit />}
              </SortList>
            </>
          ) : (
            <ul className={classes.rows} aria-label="Guardians">
              {guardians.map((row) => (
                <li key={row.id}>
                  <Guardian row={row} at={at} canEdit={can.edit} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      {ownNextOfKin && (
        <Card title="Next of kin">
          <DescriptionList
            columns={2}
            items={[
              ['Name', ownNextOfKin.name],
              ['Relation', ownNextOfKin.relation],
              ['Phone', ownNextOfKin.phone && <Phone key="phone" number={ownNextOfKin.phone} />],
            ]}
          />
          {can.edit && (
            <p className={classes.below}>As entered on the record. A guardian marked as next of kin replaces it.</p>
          )}
        </Card>
      )}
      {siblings.rows.length > 0 && (
        <Card title="Siblings" flush>
          <ul className={classes.rows} aria-label="Siblings">
            {siblings.rows.map((row) => (
              <li key={row.id}>
                <div className={classes.row}>
                  <Avatar name={listName(row)} src={photoUrl('students', row, 'small')} size={36} />
                  <div className={classes.words}>
                    <Link href={address.href(`/students/${row.id}`)}>{listName(row)}</Link>
                    <span>{[row.batch, row.admissionNumber].filter(Boolean).join(' · ')}</span>
                  </div>
                  {row.status !== 'active' && <StatusBadge status={row.status} />}
                </div>
              </li>
            ))}
          </ul>
          {siblings.more && (
            <div className={classes.below}>
              <Button onClick={siblings.more} loading={siblings.loading}>
                Load more
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  );
}

const Phone = ({ number }: { number: string }) => (
  <a className={classes.phone} href={`tel:${number}`}>
    {phoneText(number)}
  </a>
);

function Guardian({ row, at, canEdit }: { row: FamilyGuardian; at: string; canEdit: boolean }) {
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
