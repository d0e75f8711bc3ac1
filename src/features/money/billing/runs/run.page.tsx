import { Button, LinkButton } from '#ui/button.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useFollowing } from '#web/client/use-following.ts';
import type { PropsOf } from '#web/page.ts';
import type { runPage } from './billing.routes.ts';
import classes from '../shared/billing.module.css';
import { RunBadge } from './run-badge.tsx';

type Props = PropsOf<typeof runPage>;
/** A billing run: its progress, then its result. */
export default function RunPage({ run, can }: Props) {
  const { href } = useAddress();
  const isActive = run.state === 'queued' || run.state === 'running';
  return (
    <>
      <PageHeader
        title={`Billing run: ${run.title}`}
        breadcrumbs={[
          { label: 'Billing runs', href: href('/fee-runs') },
          { label: run.title, href: href(`/fees/${run.feeId}`) },
        ]}
        badge={<RunBadge state={run.state} />}
        description={
          isActive ? (
            'You can leave this page. The run continues in the background, and you’ll be notified when it ends.'
          ) : (
            <>
              Started by {run.person ?? 'someone'},{' '}
              <DateTimeText value={run.createdAt as unknown as string} institutionId={run.institutionId} />
            </>
          )
        }
      />
      <div className={classes.stack}>
        {isActive ? <Progress run={run} can={can} /> : <Result run={run} can={can} />}
      </div>
    </>
  );
}

function Progress({ run, can }: Props) {
  const isAway = useFollowing('run');
  const stop = () =>
    askThenPost(`/fee-runs/${run.id}/stop`, {
      title: 'Stop this run?',
      body: 'Students who were billed keep their invoices. You can bill the rest later.',
      action: 'Stop run',
    });
  return (
    <>
      {isAway && <p role="status">The server is not responding. This page retries automatically.</p>}
      <Card>
        <ProgressBar label="Students" value={run.doneCount} max={run.studentCount} />
        {can.bill && (
          <p style={{ marginTop: 16 }}>
            <Button onClick={() => void stop()} disabled={isAway}>
              Stop run
            </Button>
          </p>
        )}
      </Card>
    </>
  );
}

function Result({ run, can }: Props) {
  const { href } = useAddress();
  const again = run.state !== 'done' && can.bill;
  return (
    <>
      {run.failure && <p role="alert">{run.failure}</p>}
      {run.state === 'stopped' && (
        <p role="status">
          Stopped after {countOf(run.doneCount, 'student')} of {run.studentCount}. Issued invoices stay.
        </p>
      )}
      <Stats>
        <Stat
          label="Invoices issued"
          value={run.billedCount}
          href={run.billedCount > 0 ? href('/invoices', { run: run.id }) : undefined}
        />
        <Stat label="Total" value={money(run.billedTotal, run.currency)} />
        <Stat
          label="Skipped"
          value={run.doneCount - run.billedCount}
          hint="Billed already, cancelled, or nothing to pay"
        />
      </Stats>
      <p>
        <LinkButton tone={again ? 'primary' : 'plain'} href={href(`/fees/${run.feeId}${again ? '/bill' : ''}`)}>
          {again ? 'Bill the rest' : 'Back to the fee'}
        </LinkButton>
      </p>
    </>
  );
}
