import { Button, LinkButton } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useFollowing } from '#web/client/use-following.ts';
import type { PropsOf } from '#web/page.ts';
import type { RunProps, runPage } from './fet.pages.ts';
import classes from './parts/engine.module.css';
import { FoundResult, Notes } from './parts/found-result.tsx';
import { isAtWork, stateLabels } from './runs/run-state.ts';

/** A search: its progress, then what it found and what would be placed where. */
export default function RunPage({ run, version, isDraft, preview, notes }: PropsOf<typeof runPage>) {
  const { href } = useAddress();
  const engine = href(`/timetables/${version.id}/engine`);
  return (
    <>
      <PageHeader
        title={run.source === 'file' ? 'Result from a file' : 'Search for a timetable'}
        breadcrumbs={[
          { label: version.name, href: href(`/timetables/${version.id}`) },
          { label: 'Automatic timetable', href: engine },
        ]}
        description={run.fileName ?? undefined}
      />
      {isAtWork(run.state) ? (
        <Searching run={run} />
      ) : (
        <div className={classes.stack}>
          {run.failure && (
            <p role="alert">
              <strong>{stateLabels[run.state]}.</strong> {run.failure}
            </p>
          )}
          {preview ? (
            <FoundResult run={run} version={version} isDraft={isDraft} preview={preview} />
          ) : (
            <>
              <Notes title="What FET says" notes={notes} />
              <p>
                <LinkButton href={href(`/timetables/${version.id}/rules`)}>Check the rules</LinkButton>{' '}
                <LinkButton href={engine}>Search again</LinkButton>
              </p>
            </>
          )}
        </div>
      )}
    </>
  );
}

function Searching({ run: { id, state, placedCount, activityCount, isStopping, minutes } }: Pick<RunProps, 'run'>) {
  const isAway = useFollowing('run', 'preview', 'notes');
  return (
    <Card>
      {isAway && <p role="status">The server is not responding. This page retries automatically.</p>}
      <ProgressBar
        label={
          state === 'queued'
            ? 'Waiting to begin'
            : isStopping
              ? 'Ending the search'
              : `Placed ${count(placedCount)} of ${countOf(activityCount, 'lesson')}`
        }
        value={activityCount === 0 ? undefined : placedCount}
        max={activityCount || 1}
      />
      <p className={classes.hint}>
        The search takes up to {countOf(minutes ?? 1, 'minute')}. You can leave this page and are notified at the end.
      </p>
      <Button disabled={isAway || isStopping} onClick={() => post(`/fet-runs/${id}/stop`)}>
        Stop search
      </Button>
    </Card>
  );
}
