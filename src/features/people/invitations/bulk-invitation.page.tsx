import type { ReactNode } from 'react';
import { LeftOutList } from '#features/access/accounts/invitations/many/left-out-list.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useFollowing } from '#web/client/use-following.ts';
import type { PropsOf } from '#web/page.ts';
import type { bulkInvitationPage, ShownBatch } from './invitations.routes.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { openByPost } from '#web/client/open-by-post.ts';
import { useRemote } from '#web/client/remote.ts';

const explained = {
  running: 'You can leave this page. You’ll be notified when everyone has been invited.',
  done: 'Each invitation works once and expires in 14 days.',
  stopped: 'Stopped. Links that were sent keep working.',
  failed: 'Some people couldn’t be invited.',
};

/** Invitations of many people: how far they are, and who was left out. */
export default function BulkInvitationPage({ batch, leftOut }: PropsOf<typeof bulkInvitationPage>) {
  const { href } = useAddress();
  const { entity, state, total, invited, renewed, role, by, failure, createdAt, institutionId } = batch;
  const [people, label] = entity === 'guardian' ? ['guardians', 'Guardians'] : ['employees', 'Employees'];
  const left = leftOut.reduce((sum, group) => sum + group.count, 0);
  const rows: [string, ReactNode][] = [
    ['Invited', count(invited)],
    ['New link (the first expired)', renewed > 0 ? count(renewed) : null],
    ['Skipped', count(left)],
    ['Role', role],
    ['Invited by', by],
    ['Date', <DateTimeText key="at" value={createdAt} institutionId={institutionId} />],
  ];
  return (
    <>
      <PageHeader
        title={`Invitation of ${countOf(total, entity)}`}
        breadcrumbs={[
          { label: label!, href: href(`/${people}`) },
          { label: 'Bulk invitations', href: href('/bulk-invitations', { entity }) },
        ]}
        description={explained[state]}
        action={state !== 'running' && invited + renewed > 0 && <PrintLinks id={batch.id} entity={entity} />}
      />
      <div style={{ display: 'grid', gap: 16 }}>
        <Card>
          {state === 'running' && <Progress batch={batch} />}
          {failure && (
            <p role="alert" style={{ marginBottom: 12 }}>
              {failure}
            </p>
          )}
          <DescriptionList items={rows.filter(([, value]) => value !== null)} />
        </Card>
        {leftOut.length > 0 && (
          <Card title="Skipped">
            <LeftOutList groups={leftOut} href={(id) => href(`/${people}/${id}`)} />
          </Card>
        )}
        <div>
          <LinkButton href={href(`/${people}`, { sign_in: 'without', institution_id: batch.institutionId })}>
            View {people} without an account
          </LinkButton>
        </div>
      </div>
    </>
  );
}

function Progress({ batch: { id, done, total } }: { batch: ShownBatch }) {
  const isAway = useFollowing('batch', 'leftOut');
  const stop = () =>
    void askThenPost(`/bulk-invitations/${id}/stop`, {
      title: 'Stop inviting?',
      body: 'People who were invited already keep their links.',
      action: 'Stop inviting',
      tone: 'bad',
    });
  return (
    <div style={{ marginBottom: 16 }}>
      {isAway && <p role="status">The server is not responding. This page retries automatically.</p>}
      <ProgressBar label="Inviting" value={done} max={total} />
      <p style={{ marginTop: 16 }}>
        <Button disabled={isAway} onClick={stop}>
          Stop
        </Button>
      </p>
    </div>
  );
}

/** Prints new links of a batch on slips to hand out, after saying how many and what becomes of the earlier ones. */
function PrintLinks({ id, entity }: { id: number; entity: 'guardian' | 'employee' }) {
  const { send, busy, message } = useRemote<{ printed: number; leftOut: number }>();
  const print = async () => {
    const answer = await send('POST', `/bulk-invitations/${id}/links/count`, {});
    if (!answer) return;
    const { printed, leftOut } = answer.json;
    const left = leftOut > 0 ? ` ${countOf(leftOut, 'link goes', 'links go')} to the person’s own contact only.` : '';
    if (printed === 0)
      return toast({
        tone: 'info',
        message: `No link can be printed:${left || ' everyone has signed in.'}`,
      });
    const isWanted = await confirm({
      title: `Print the links of ${countOf(printed, entity)}?`,
      body: `Each person gets a new link, and earlier links stop working. Anyone with a slip can open the account.${left}`,
      action: 'Print links',
    });
    if (isWanted) openByPost(`/bulk-invitations/${id}/links`);
  };
  return (
    <>
      <Button loading={busy} onClick={() => void print()}>
        Print links
      </Button>
      {message && <span role="alert">{message}</span>}
    </>
  );
}
