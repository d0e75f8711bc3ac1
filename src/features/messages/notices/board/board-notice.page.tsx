import { useEffect } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { boardNoticePage } from '../notices.pages.ts';
import { Attachments } from '../shared/attachments.tsx';
import classes from '../shared/notices.module.css';

/** One notice. Opening it is the read receipt. */
export default function BoardNoticePage({ notice }: PropsOf<typeof boardNoticePage>) {
  const { href } = useAddress();
  const { id, title, html, day, author, files, canEdit } = notice;
  useEffect(() => {
    // Without it the notice stays new, and the next visit tries again.
    remote('post', `/notice-board/${id}/read`).catch(() => {});
  }, [id]);
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: 'Notice board', href: href('/notice-board') }]}
        description={`${author}, ${dateText(day)}`}
        action={canEdit && <LinkButton href={href(`/notices/${id}`)}>Manage</LinkButton>}
      />
      <div className={classes.board}>
        <Card>
          {/* Rendered by the server from Markdown with escaped HTML. */}
          <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html || '<p>No text.</p>' }} />
        </Card>
        {files.length > 0 && (
          <Card title="Attachments">
            <Attachments noticeId={id} files={files} />
          </Card>
        )}
      </div>
    </>
  );
}
