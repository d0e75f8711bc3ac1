import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { useInstitutions } from '#web/client/use-institutions.ts';
import type { PropsOf } from '#web/page.ts';
import type { approvalsPage } from './approvals.routes.ts';
import type { PastApproval, WaitingApproval } from './approvals.queries.ts';
import classes from './approvals.module.css';
import { Link } from '#ui/link.tsx';
import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';
import { post } from '#ui/post.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useRemote } from '#web/client/remote.ts';
import type { ActionResult } from '#kernel/contracts/approval-kind.ts';
import { sinceShown } from './since-shown.ts';

/** Waiting and past approval requests. */
export default function ApprovalsPage({ waiting, isCut, rows, next }: PropsOf<typeof approvalsPage>) {
  const list = useMoreRows({ rows, next });
  const institutions = useInstitutions();
  const nameOf = (id: number) =>
    institutions.length > 1 ? institutions.find((institution) => institution.id === id)?.shortName : undefined;
  return (
    <>
      <PageHeader
        title="Approvals"
        description="Some changes need a second person’s approval. You can’t approve your own requests."
      />
      <section className={classes.section} aria-labelledby="waiting" data-tour="approvals">
        <h2 id="waiting">Waiting</h2>
        {waiting.length === 0 ? (
          <EmptyState title="No waiting requests">
            Your own requests and those you can approve appear here. You’ll be notified of new ones.
          </EmptyState>
        ) : (
          <ul className={classes.waiting}>
            {waiting.map((request) => (
              <WaitingRequest key={request.id} request={request} institution={nameOf(request.institutionId)} />
            ))}
          </ul>
        )}
        {isCut && <Secondary>Showing the latest {waiting.length}. Decide some to see the rest.</Secondary>}
      </section>
      {rows.length > 0 && (
        <section className={classes.section} aria-labelledby="past">
          <h2 id="past">Past</h2>
          <DataTable
            name="approvals"
            caption="Past requests"
            columns={columnsFor(nameOf)}
            rows={list.rows}
            onMore={list.more}
            loadingMore={list.loading}
          />
        </section>
      )}
    </>
  );
}

const tones: Record<string, 'good' | 'bad'> = { approved: 'good', completed: 'good', declined: 'bad' };

const columnsFor = (nameOf: (id: number) => string | undefined): Column<PastApproval>[] => [
  {
    key: 'request',
    title: 'Request',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.asker} wanted to {row.summary}
        {nameOf(row.institutionId) && <Secondary> · {nameOf(row.institutionId)}</Secondary>}
      </>
    ),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    card: 'aside',
    render: (row) => (
      <Badge tone={tones[row.outcome]}>{row.outcome.replace(/^./, (letter) => letter.toUpperCase())}</Badge>
    ),
  },
  { key: 'decider', title: 'Decided by', card: 'line', render: (row) => row.decider ?? '—' },
  {
    key: 'at',
    title: 'Date',
    card: 'line',
    render: (row) => <DateTimeText value={row.decidedAt} institutionId={row.institutionId} />,
  },
  { key: 'reason', title: 'Reason', render: (row) => row.reason ?? '—' },
];

interface WaitingRequestProps {
  request: WaitingApproval;
  /** Its name, if the reader sees several institutions. */
  institution?: string;
}

/** A waiting request, with the actions available to the reader. */
function WaitingRequest({ request, institution }: WaitingRequestProps) {
  const { id, asker, summary, can, isMine, waitsUntil } = request;
  const { href } = useAddress();
  const { send, busy, message } = useRemote<Pick<ActionResult, 'secret'> & { message: string }>();
  const [declining, setDeclining] = useState(false);
  const [secret, setSecret] = useState<ActionResult['secret']>();
  const act = async (action: 'approve' | 'complete') => {
    const answer = await send('post', `/approvals/${id}/${action}`);
    if (!answer) return;
    if (answer.json.secret) return setSecret(answer.json.secret);
    toast({ message: answer.json.message, tone: 'good' });
    router.reload();
  };
  const sentence = `${isMine ? 'You want' : `${asker} wants`} to ${summary}.`;
  return (
    <li className={classes.request}>
      <p className={classes.sentence}>{sentence}</p>
      <Secondary>
        {institution && `${institution} · `}
        Requested <DateTimeText value={request.askedAt} institutionId={request.institutionId} /> · expires{' '}
        <DateTimeText value={request.expiresAt} institutionId={request.institutionId} />
      </Secondary>
      {request.details.length > 0 && <DescriptionList items={request.details} />}
      {request.allAt && (
        <p>
          <Link href={href(request.allAt.href)}>{request.allAt.label}</Link>
        </p>
      )}
      {request.since.length > 0 && (
        <div className={classes.since}>
          <p>Changed since this was requested. Approving won’t undo these changes:</p>
          <ul>
            {request.since.slice(0, sinceShown).map(({ what, at }) => (
              <li key={at}>
                {what}, <DateTimeText value={at} institutionId={request.institutionId} />
              </li>
            ))}
          </ul>
          {request.since.length > sinceShown && (
            <p>Showing the latest {sinceShown}. See the record’s history for the others.</p>
          )}
        </div>
      )}
      {waitsUntil && (
        <p className="ink-2">
          {isMine ? 'Nobody else can approve this, so it waits 24 hours. ' : 'Nobody else could approve this. '}
          {can.complete ? (
            'The waiting period is over.'
          ) : request.isDestination ? (
            <>
              It takes effect on <DateTimeText value={waitsUntil} institutionId={request.institutionId} /> unless
              someone stops it.
            </>
          ) : (
            <>
              {isMine ? 'You' : asker} can complete it from{' '}
              <DateTimeText value={waitsUntil} institutionId={request.institutionId} />.
            </>
          )}
        </p>
      )}
      {isMine && !waitsUntil && <p className="ink-2">Waiting for someone else to approve it.</p>}
      {!isMine && !can.approve && !can.decline && (
        <p className="ink-2">
          {request.isOfFamily
            ? 'It concerns you or your family, so someone else has to decide.'
            : 'It concerns you, so someone else has to decide.'}
        </p>
      )}
      {message && (
        <p role="alert" className="problem">
          {message}
        </p>
      )}
      {secret ? (
        <OnceShown {...secret} done={<Button onClick={() => router.reload()}>Done</Button>} />
      ) : (
        <div className="wrap">
          {request.reviewedAt && (
            <LinkButton tone="primary" href={href(request.reviewedAt)}>
              Review<span className="visually-hidden">: {sentence}</span>
            </LinkButton>
          )}
          {can.approve && !request.reviewedAt && (
            <Button tone="primary" loading={busy} onClick={() => void act('approve')}>
              Approve<span className="visually-hidden">: {sentence}</span>
            </Button>
          )}
          {can.complete && !request.reviewedAt && (
            <Button tone="primary" loading={busy} onClick={() => void act('complete')}>
              Complete<span className="visually-hidden">: {sentence}</span>
            </Button>
          )}
          {can.decline && (
            <Button onClick={() => setDeclining(true)}>
              {can.approve ? 'Decline' : 'Stop'}
              <span className="visually-hidden">: {sentence}</span>
            </Button>
          )}
          {can.withdraw && (
            <Button onClick={() => post(`/approvals/${id}/withdraw`)}>
              Withdraw<span className="visually-hidden">: {sentence}</span>
            </Button>
          )}
        </div>
      )}
      <Dialog open={declining} onClose={() => setDeclining(false)} title="Decline this request">
        <EditForm
          action={`/approvals/${id}/decline`}
          submit="Decline request"
          guard={false}
          options={{ preserveScroll: true }}
          onSuccess={() => setDeclining(false)}
        >
          <p>{sentence}</p>
          <TextareaField name="reason" label="Reason" help={`${asker} will see it.`} maxLength={300} rows={3} />
        </EditForm>
      </Dialog>
    </li>
  );
}
