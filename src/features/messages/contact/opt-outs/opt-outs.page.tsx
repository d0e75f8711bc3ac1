import { phoneText } from '#ui/format.ts';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button, PrimaryButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { askThenPost } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { wishListPage } from '../contact.pages.ts';
import { blockLabels, sourceLabels, wishChannels, wishReasons, wishStates } from './opt-out-labels.ts';
import type { WishRow } from './wishes.list.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Numbers and e-mail addresses that get no marketing, or nothing at all. */
export default function OptOutsPage({ institutions, ...list }: PropsOf<typeof wishListPage>) {
  const [isAdding, setAdding] = useState(false);
  const add = <PrimaryButton onClick={() => setAdding(true)}>Add opt-out</PrimaryButton>;
  return (
    <>
      <ListPage
        {...list}
        name="opt-outs"
        title="Opt-outs"
        description="Phone numbers and e-mail addresses that get no marketing, or no messages at all."
        action={add}
        search={{ label: 'Search opt-outs', placeholder: 'Number, address or note' }}
        filters={[
          { key: 'state', label: 'Status', pinned: true, options: wishStates },
          { key: 'reason', label: 'Reason', pinned: true, options: wishReasons },
          { key: 'blocks', label: 'Blocks', options: blockLabels },
        ]}
        columns={columns}
        empty={
          <EmptyState title="No opt-outs" action={add}>
            People who reply STOP and numbers that don’t exist appear here.
          </EmptyState>
        }
      />
      {isAdding && <AddWishDialog institutions={institutions} onClose={() => setAdding(false)} />}
    </>
  );
}

const end = ({ id, address, blocks }: WishRow) =>
  askThenPost(`/opt-outs/${id}/end`, {
    title: `End the opt-out of ${phoneText(address)}?`,
    body: `It gets ${blocks === 'everything' ? 'messages' : 'marketing'} again. Do this only if its owner requested it, or the opt-out was a mistake.`,
    action: 'End opt-out',
  });

const columns: Column<WishRow>[] = [
  {
    key: 'address',
    title: 'Number or address',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {phoneText(row.address)} <Secondary>{wishChannels[row.channel]}</Secondary>
      </>
    ),
  },
  { key: 'blocks', title: 'Blocks', card: 'line', render: (row) => blockLabels[row.blocks] },
  {
    key: 'reason',
    title: 'Reason',
    wraps: true,
    card: 'line',
    render: (row) => (
      <>
        {wishReasons[row.reason]}
        {row.note && <Secondary> {row.note}</Secondary>}
      </>
    ),
  },
  { key: 'by', title: 'Source', wraps: true, render: (row) => row.by ?? sourceLabels[row.saidBy] },
  {
    key: 'when',
    title: 'Since',
    render: (row) => <DateTimeText value={row.createdAt} institutionId={row.institutionId} />,
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => <Badge tone={row.endedAt ? 'plain' : 'bad'}>{wishStates[row.endedAt ? 'ended' : 'active']}</Badge>,
  },
  {
    key: 'acts',
    title: '',
    align: 'end',
    hideable: false,
    render: (row) =>
      row.endedAt ? null : (
        <Button small onClick={() => void end(row)}>
          End
        </Button>
      ),
  },
];

const { bounced: _, ...reasons } = wishReasons;

/** Blocks a number or an address that somebody named at the office. */
function AddWishDialog({
  institutions,
  onClose,
}: {
  institutions: { id: number; name: string }[];
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Add opt-out">
      <EditForm action="/opt-outs" submit="Add opt-out" onSuccess={onClose}>
        {institutions.length === 1 ? (
          <input type="hidden" name="institution_id" value={institutions[0]!.id} />
        ) : (
          <SelectField name="institution_id" label="Institution" options={institutions} />
        )}
        <ChoiceField name="channel" label="Channel" defaultValue="sms" options={wishChannels} />
        <TextField name="address" label="Number or e-mail address" maxLength={200} />
        <ChoiceField
          name="blocks"
          label="Blocks"
          defaultValue="marketing"
          options={blockLabels}
          help="“Everything” also stops what is waiting for it, such as receipts and codes."
        />
        <ChoiceField name="reason" label="Reason" defaultValue="opted_out" options={reasons} />
        <TextField name="note" label="Note" maxLength={200} optional />
      </EditForm>
    </Dialog>
  );
}
