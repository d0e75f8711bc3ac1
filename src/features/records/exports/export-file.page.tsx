import { Button, LinkButton } from '#ui/button.tsx';
import { sizeText } from '#ui/fields/uploads/check-files.ts';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useFollowing } from '#web/client/use-following.ts';
import type { PropsOf } from '#web/page.ts';
import { formatLabels, isActive, type ExportState } from './export-state.ts';
import type { ExportFile, exportFilePage } from './exports.routes.ts';

const explained: Record<ExportState, string> = {
  queued: 'You can leave this page. You’ll be notified when the file is ready.',
  running: 'You can leave this page. You’ll be notified when the file is ready.',
  done: 'Only you can download this file. It is deleted after a day.',
  failed: 'The file couldn’t be created.',
  cancelled: 'You cancelled this file. You can request it again.',
};

/** A long export: its progress, then the file or why there is none. */
export default function ExportFilePage({ file, back }: PropsOf<typeof exportFilePage>) {
  const { href } = useAddress();
  const { id, title, format, state, size, total, failure } = file;
  return (
    <>
      <PageHeader
        title={`${title} as ${formatLabels[format]}`}
        breadcrumbs={[{ label: title, href: href(back) }]}
        description={explained[state]}
      />
      <Card>
        {isActive(state) && <Progress file={file} />}
        {state === 'failed' && (
          <p role="alert" style={{ marginBottom: 12 }}>
            {failure}
          </p>
        )}
        {state === 'done' && (
          <>
            <p style={{ marginBottom: 12 }}>
              {countOf(total ?? 0, 'row')}, {sizeText(size ?? 0)}
            </p>
            <LinkButton external tone="primary" href={`/export-files/${id}/download`}>
              Download {formatLabels[format]}
            </LinkButton>
          </>
        )}
        {(state === 'failed' || state === 'cancelled') && <LinkButton href={href(back)}>Go back</LinkButton>}
      </Card>
    </>
  );
}

function Progress({ file: { id, done, total, state } }: { file: ExportFile }) {
  const isAway = useFollowing('file');
  return (
    <>
      {isAway && <p role="status">The server is not responding. This page retries automatically.</p>}
      <ProgressBar
        label={
          state === 'queued' ? 'Waiting to begin' : total === null ? `${countOf(done, 'row')} written` : 'Writing rows'
        }
        value={total === null ? undefined : done}
        max={total ?? 1}
      />
      <p style={{ marginTop: 16 }}>
        <Button disabled={isAway} onClick={() => post(`/export-files/${id}/cancel`)}>
          Cancel file
        </Button>
      </p>
    </>
  );
}
