import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { countOf, dateText } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { NoticeFile } from '../board/board.queries.ts';
import type { noticePage } from '../notices.pages.ts';
import { AttachmentForm } from './attachment-form.tsx';
import { Attachments } from '../shared/attachments.tsx';
import { audienceText, NoticeState } from './notice-words.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { Readers } from './readers.tsx';
import classes from '../shared/notices.module.css';

/** A notice for its editors: the text, the attachments, and who has read it. */
export default function NoticePage({ notice, html, ...reading }: PropsOf<typeof noticePage>) {
  const { href } = useAddress();
  const [attaching, setAttaching] = useState<'new' | NoticeFile | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const at = `/notices/${notice.id}`;
  const isOut = notice.state !== 'draft' && notice.state !== 'withdrawn';
  const withdraw = () =>
    askThenPost(`${at}/withdraw`, {
      title: `Withdraw ${notice.title}?`,
      body: 'It disappears from the notice board and the public site. You can publish it again.',
      action: 'Withdraw notice',
    });
  const remove = (file: NoticeFile) =>
    askThenPost(`${at}/files/${file.id}/remove`, {
      title: `Remove ${file.title}?`,
      body: 'The file is deleted. People who have opened it may have a copy.',
      action: 'Remove attachment',
      tone: 'bad',
    });
  const isReplacing = attaching !== null && attaching !== 'new';
  return (
    <>
      <PageHeader
        title={notice.title}
        badge={<NoticeState state={notice.state} />}
        breadcrumbs={[{ label: 'Notices', href: href('/notices') }]}
        description={`By ${notice.author}`}
        action={
          isOut ? (
            <LinkButton href={href(`${at}/edit`)}>Edit</LinkButton>
          ) : (
            <Button tone="primary" onClick={() => setPublishing(true)}>
              Publish…
            </Button>
          )
        }
        more={[
          !isOut && { label: 'Edit', href: href(`${at}/edit`) },
          notice.state === 'shown' && { label: 'View on the board', href: href(`/notice-board/${notice.id}`) },
          isOut && { label: 'Withdraw…', tone: 'bad' as const, onSelect: () => void withdraw() },
        ]}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Card title="Text">
            {/* Rendered by the server from Markdown with escaped HTML. */}
            <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html || '<p>No text yet.</p>' }} />
          </Card>
          <Card
            title="Attachments"
            action={
              <Button small onClick={() => setAttaching('new')}>
                Add attachment
              </Button>
            }
          >
            {notice.files.length === 0 && <p className={classes.quiet}>No attachments.</p>}
            <Attachments noticeId={notice.id} files={notice.files}>
              {(file) => (
                <span className={classes.buttons}>
                  <Button small tone="quiet" aria-label={`Replace ${file.title}`} onClick={() => setAttaching(file)}>
                    Replace
                  </Button>
                  <Button small tone="quiet" aria-label={`Remove ${file.title}`} onClick={() => void remove(file)}>
                    Remove
                  </Button>
                </span>
              )}
            </Attachments>
          </Card>
        </div>
        <div className={classes.stack}>
          <Card title="Audience">
            <DescriptionList
              columns={1}
              items={[
                ['For', audienceText(notice)],
                ['Classes', [...notice.classes, ...notice.batches].join(', ') || 'All'],
                ['Departments', notice.departments.join(', ') || 'All'],
                ['Shown', `${dateText(notice.fromDay)}${notice.untilDay ? ` – ${dateText(notice.untilDay)}` : ''}`],
                ['Public site', notice.isPublic ? 'Shown' : 'Not shown'],
              ]}
            />
          </Card>
          <Card title={`Read by ${reading.read} of ${countOf(reading.concerned, 'user')}`}>
            <Readers {...reading} />
          </Card>
        </div>
      </div>
      {isPublishing && <PublishDialog notice={notice} onClose={() => setPublishing(false)} />}
      <AttachmentForm
        action={isReplacing ? `${at}/files/${attaching.id}/replace` : `${at}/files`}
        open={attaching !== null}
        replaces={isReplacing ? attaching.title : undefined}
        onClose={() => setAttaching(null)}
      />
    </>
  );
}
