import { Button, LinkButton } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useFollowing } from '#web/client/use-following.ts';
import type { PropsOf } from '#web/page.ts';
import type { RunProps, runPage, Preview, ShownNote } from './fet.pages.ts';
import classes from './parts/engine.module.css';
import { isAtWork, stateLabels } from './runs/run-state.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';

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
        <div className="stack">
          {run.failure && (
            <p role="alert">
              <strong>{stateLabels[run.state]}.</strong> {run.failure}
            </p>
          )}
          {preview ? (
            <FoundResult run={run} version={version} isDraft={isDraft} preview={preview} />
          ) : (
            <>
              <Notes title="Messages from FET" notes={notes} />
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
      <p className="ink-3">
        The search takes up to {countOf(minutes ?? 1, 'minute')}. You can leave this page and are notified at the end.
      </p>
      <Button disabled={isAway || isStopping} onClick={() => post(`/fet-runs/${id}/stop`)}>
        Stop search
      </Button>
    </Card>
  );
}

/** What a result would place, and the forms that apply it. */
function FoundResult({ run, version, isDraft, preview }: Omit<RunProps, 'preview' | 'notes'> & { preview: Preview }) {
  const { placed, kept, all, refused, unplaced, notes, hiddenNotes } = preview;
  const isOlder = run.revision !== version.revision;
  return (
    <>
      <Stats>
        <Stat label="Would be placed" value={count(placed)} hint={`of ${countOf(all, 'lesson')}`} />
        <Stat label="Unchanged" value={count(kept)} hint="locked, or added since" />
        <Stat label="To the tray" value={count(refused.length + unplaced.length)} />
      </Stats>
      {isOlder && (
        <p role="note">
          {version.name} was changed after this result was made. The figures above are for the timetable as it is now.
        </p>
      )}
      {run.appliedAt && <p role="note">This result has already been applied.</p>}
      <Card title="Apply this result">
        <div className={classes.forms}>
          {isDraft && (
            <EditForm action={`/fet-runs/${run.id}/apply`} submit="Replace lessons in this draft" guard={false}>
              <input type="hidden" name="into" value="draft" />
              <input type="hidden" name="revision" value={version.revision} />
              <p className="ink-3">All lessons of {version.name} that are not locked move to their new places.</p>
            </EditForm>
          )}
          <EditForm action={`/fet-runs/${run.id}/apply`} submit="Save as new version" guard={false}>
            <input type="hidden" name="into" value="version" />
            <input type="hidden" name="revision" value={version.revision} />
            <TextField
              name="name"
              label="Name of the new version"
              maxLength={80}
              defaultValue={`${version.name}, found`.slice(0, 80)}
            />
          </EditForm>
        </div>
      </Card>
      {refused.length > 0 && (
        <Card title={`Places that are no longer free (${refused.length})`}>
          <ul className={classes.list}>
            {refused.map(({ lesson, words }, at) => (
              <li key={at}>
                <strong>{lesson}</strong>: {words}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {unplaced.length > 0 && (
        <Card title={`Lessons without a place (${unplaced.length})`}>
          <ul className={classes.list}>
            {unplaced.map((lesson, at) => (
              <li key={at}>{lesson}</li>
            ))}
          </ul>
        </Card>
      )}
      <Notes title="Unmet preferences, and reasons for unplaced lessons" notes={notes} more={hiddenNotes} />
    </>
  );
}

/** What is said about lessons. */
function Notes({ title, notes, more = 0 }: { title: string; notes: ShownNote[]; more?: number }) {
  if (notes.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={classes.list}>
        {notes.map(({ words, lessons }, at) => (
          <li key={at}>
            {lessons.length > 0 && <strong>{lessons.join('; ')}: </strong>}
            {words}
          </li>
        ))}
        {more > 0 && <li>{count(more)} more.</li>}
      </ul>
    </Card>
  );
}
