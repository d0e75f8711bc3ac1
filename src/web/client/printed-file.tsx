import type { PrintedFile } from '#kernel/print/printed-files.ts';
import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useFollowing } from './use-following.ts';

interface Props {
  file: PrintedFile;
  /** '12 bills' */
  pages: string;
  /** 'Creating bills' */
  drawing: string;
  back: { label: string; href: string };
  href: string;
}

/** A file with many pages: its progress, then the file. */
export function PrintedFileView({ file, pages, drawing, back, href }: Props) {
  const isActive = file.state === 'queued' || file.state === 'running';
  return (
    <>
      <PageHeader
        title={`Print ${pages}`}
        breadcrumbs={[back]}
        description={
          isActive
            ? 'You can leave this page. You’ll be notified when the file is ready.'
            : 'The file is deleted after a day.'
        }
      />
      <Card>
        {isActive && <Progress file={file} drawing={drawing} />}
        {file.state === 'failed' && <p role="alert">{file.failure}</p>}
        {file.state === 'done' && (
          <LinkButton external tone="primary" href={href}>
            Download {pages} (PDF)
          </LinkButton>
        )}
      </Card>
    </>
  );
}

function Progress({ file, drawing }: Pick<Props, 'file' | 'drawing'>) {
  const isAway = useFollowing('file');
  return (
    <>
      {isAway && <p role="status">The server is not responding. This page retries automatically.</p>}
      <ProgressBar label={drawing} value={file.done} max={file.total} />
    </>
  );
}
