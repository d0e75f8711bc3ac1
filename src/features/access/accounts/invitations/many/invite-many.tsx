import { router } from '@inertiajs/core';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { newKey } from '#ui/form-key.ts';
import { countOf, count } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { LoadingState } from '#ui/states.tsx';
import { explain, remote, useRemote } from '#web/client/remote.ts';
import type { BulkPreview, ChannelCost } from './bulk-invitation.ts';
import classes from './invite-many.module.css';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { LeftOutList } from './left-out-list.tsx';

interface InviteManyProps {
  people: 'guardians' | 'employees';
  ids: number[];
}

/** Invites everybody who is selected, after saying how many it reaches, what it costs and who is left out. */
export function InviteMany({ people, ids }: InviteManyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      {isOpen && <InviteDialog people={people} ids={ids} onClose={() => setOpen(false)} />}
    </>
  );
}

function InviteDialog({ people, ids, onClose }: InviteManyProps & { onClose: () => void }) {
  const address = useAddress();
  const [roleId, setRoleId] = useState('');
  const { preview, problem } = usePreview(people, ids, roleId);
  const { busy, errors, message, send } = useRemote<{ href: string; requested: string | null }>();
  // Sent again after a lost answer, it invites nobody twice.
  const [keys, setKeys] = useState<Record<string, string>>({ '': newKey() });
  const chooseRole = (id: string) => {
    setRoleId(id);
    setKeys((made) => ({ ...made, [id]: made[id] ?? newKey() }));
  };
  const one = people.slice(0, -1);
  const total = preview ? preview.invited + preview.renewed : 0;
  const needsRole = preview?.roles !== null && roleId === '';
  const go = async () => {
    const answer = await send('POST', `/${people}/invitations`, bodyOf(people, ids, roleId), keys[roleId]);
    if (!answer) return;
    if (answer.json.requested) toast({ message: answer.json.requested, tone: 'info' });
    router.visit(address.href(answer.json.href));
  };
  const refusal = Object.values(errors)[0] ?? (message || problem);
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Invite ${countOf(ids.length, one)}`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            tone="primary"
            loading={busy}
            disabled={!preview || total === 0 || needsRole}
            onClick={() => void go()}
          >
            {preview && total > 0 ? `Invite ${countOf(total, one)}` : `Invite ${people}`}
          </Button>
        </>
      }
    >
      <div className={classes.body} aria-busy={!preview && !problem}>
        {preview?.roles && (
          <form onSubmit={(event) => event.preventDefault()}>
            <SelectField
              name="role_id"
              label="Role"
              help="Assigned to everyone invited for the first time. A role that opens money, marks or restricted data needs a second person’s approval."
              value={roleId}
              onChange={(event) => chooseRole(event.target.value)}
              options={preview.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </form>
        )}
        {preview ? (
          <InviteOutcome preview={preview} one={one} recordHref={(id) => address.href(`/${people}/${id}`)} />
        ) : (
          !problem && <LoadingState />
        )}
        {refusal && (
          <p role="alert" className="problem">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const bodyOf = (people: InviteManyProps['people'], ids: number[], roleId: string) =>
  people === 'guardians' ? { guardian_ids: ids } : { employee_ids: ids, role_id: roleId };

/** What would happen, asked again when the role changes. */
function usePreview(people: InviteManyProps['people'], ids: number[], roleId: string) {
  const [state, setState] = useState<{ preview?: BulkPreview; problem?: string }>({});
  // The selection cannot change while the dialog is open.
  const [chosen] = useState(ids);
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    remote<BulkPreview>('POST', `/${people}/invitations/preview`, bodyOf(people, chosen, roleId), {
      signal,
      isQuestion: true,
    })
      .then(({ json }) => setState({ preview: json }))
      .catch((error: unknown) => {
        if (!signal.aborted) setState({ problem: explain(error).message });
      });
    return () => request.abort();
  }, [people, chosen, roleId]);
  return state;
}

interface InviteOutcomeProps {
  preview: BulkPreview;
  one: string;
  recordHref: (id: number) => string;
}

/** How many are invited in which way, what it costs, and who is left out. */
function InviteOutcome({ preview, one, recordHref }: InviteOutcomeProps) {
  const { institution, invited, renewed, waits, isByRole, channels, leftOut } = preview;
  const left = leftOut.reduce((sum, group) => sum + group.count, 0);
  const kept = channels.reduce((sum, channel) => sum + channel.kept, 0);
  const rows: [string, string | null][] = [
    ['Institution', institution],
    ['Invited', count(invited)],
    ['New link (the first expired)', renewed > 0 ? count(renewed) : null],
    ...channels.map((channel): [string, string] => [channelNames[channel.channel], costWords(channel)]),
    ['Skipped', left > 0 ? count(left) : null],
  ];
  return (
    <>
      <DescriptionList items={rows.filter((row): row is [string, string] => row[1] !== null)} />
      {leftOut.length > 0 && <LeftOutList groups={leftOut} href={recordHref} />}
      {waits > 0 && (
        <p>
          {waits === invited + renewed
            ? 'All of them wait'
            : `${countOf(waits, one)} of them ${waits === 1 ? 'waits' : 'wait'}`}{' '}
          for one approval by a second person, because{' '}
          {isByRole ? 'of what the role opens.' : 'you imported or changed these records.'}
          {waits < invited + renewed && ' The others are invited now.'}
        </p>
      )}
      {kept > 0 && (
        <p>
          {countOf(kept, 'message stays', 'messages stay')} in the outbox and {kept === 1 ? 'isn’t' : 'aren’t'} sent: no
          provider is on. Set one up under Messages first.
        </p>
      )}
    </>
  );
}

const channelNames = { email: 'By e-mail', sms: 'By SMS' };

const costWords = ({ count: n, cost }: ChannelCost): string => (cost === null ? count(n) : `${count(n)}, ${cost}`);
