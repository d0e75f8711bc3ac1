import { useState } from 'react';
import { Button, LinkButton, PrimaryButton } from '#ui/button.tsx';
import { countOf, dateText } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { NoticeFile } from '../board/board.queries.ts';
import type { noticePage } from '../notices.pages.ts';
import { Attachments } from '../shared/attachments.tsx';
import { audienceText, NoticeState } from './notice-labels.tsx';
import classes from '../shared/notices.module.css';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { Reader } from './notice.queries.ts';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import { Shortage } from '#features/records/sending/shared/shortage.tsx';
import { useAnswer } from '#web/client/use-answer.ts';
import type { Announcement } from './edit-notices.ts';

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
            <PrimaryButton onClick={() => setPublishing(true)}>Publish…</PrimaryButton>
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
            {notice.files.length === 0 && <p className="fine ink-3">No attachments.</p>}
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

/** Users whom a notice concerns, with those who have read it first. */
function Readers({ readers, isMore }: { readers: Reader[]; isMore: boolean }) {
  if (readers.length === 0) return <p className="fine ink-3">Nobody in this audience has an account yet.</p>;
  return (
    <>
      <ul className={classes.readers}>
        {readers.map(({ id, name, readAt }) => (
          <li key={id}>
            <span>{name}</span>
            {readAt ? <DateTimeText value={readAt} /> : <Secondary>not read</Secondary>}
          </li>
        ))}
      </ul>
      <ListEnd shown={readers.length} isMore={isMore} of="users" next="Users who have read it come first." />
    </>
  );
}

interface AttachmentFormProps {
  action: string;
  open: boolean;
  /** The title of the attachment that the file replaces. */
  replaces?: string;
  onClose: () => void;
}

/** Adds a file to a notice, or puts it in the place of another one. */
function AttachmentForm({ action, open, replaces, onClose }: AttachmentFormProps) {
  const words = replaces === undefined ? 'Add attachment' : 'Replace attachment';
  return (
    <Dialog open={open} onClose={onClose} title={words}>
      {open && (
        <EditForm action={action} submit={words} options={{ preserveScroll: true }} onSuccess={onClose}>
          <UploadField
            name="file"
            label="File"
            accept="application/pdf,image/jpeg,image/png,image/webp"
            maxBytes={10 * 1_048_576}
            hint="PDF, JPEG, PNG or WebP, up to 10 MB."
          />
          <TextField name="title" label="Title" maxLength={120} autoComplete="off" defaultValue={replaces} />
        </EditForm>
      )}
    </Dialog>
  );
}

interface PublishDialogProps {
  notice: { id: number; title: string; fromDay: string };
  onClose: () => void;
}

/** Who is notified of a notice, by which ways and at what cost, before it is published. */
function PublishDialog({ notice, onClose }: PublishDialogProps) {
  const at = `/notices/${notice.id}`;
  const { answer: announcement, message: problem } = useAnswer<Announcement>(`${at}/announcement`, '{}', {
    method: 'GET',
    pause: 0,
  });
  return (
    <Dialog open onClose={onClose} title={`Publish ${notice.title}`}>
      {problem && <p role="alert">{problem}</p>}
      {!announcement && !problem && <p role="status">Counting readers…</p>}
      {announcement && (
        <EditForm
          action={`${at}/publish`}
          submit="Publish notice"
          guard={false}
          onSuccess={onClose}
          aside={
            <Button tone="plain" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          <Reach announcement={announcement} fromDay={notice.fromDay} />
          {announcement.shortage && <Shortage words={announcement.shortage} mayOverspend={announcement.mayOverspend} />}
        </EditForm>
      )}
    </Dialog>
  );
}

const channelNames = { sms: 'SMS', email: 'E-mail' };

function Reach({ announcement, fromDay }: { announcement: Announcement; fromDay: string }) {
  const { when, users, channels, wasTold, currency } = announcement;
  if (when === 'never') return <p>The last day of this notice has passed, so nobody is notified.</p>;
  const sum = (key: 'price' | 'unpriced') => channels.reduce((total, channel) => total + channel[key], 0);
  const kept = channels.filter(({ isKept }) => isKept).map(({ channel }) => (channel === 'sms' ? 'SMS' : 'e-mail'));
  return (
    <>
      <DescriptionList
        items={[
          ['In the product', countOf(users, 'user')],
          ...channels.map(({ channel, messages, parts }): [string, string] => [
            channelNames[channel],
            [countOf(messages, 'message'), channel === 'sms' && countOf(parts, 'part')].filter(Boolean).join(', '),
          ]),
          ...(channels.length > 0
            ? [
                [
                  'Cost',
                  channels.some(({ channel }) => channel === 'sms')
                    ? costText({ price: sum('price'), unpriced: sum('unpriced') }, currency)
                    : 'Free',
                ] as [string, string],
              ]
            : []),
        ]}
      />
      {when === 'later' && (
        <p>It starts on {dateText(fromDay)}. Its readers are notified that morning, and counted again then.</p>
      )}
      {wasTold && <p>Its SMS and e-mails were sent when it was published before, so none are sent now.</p>}
      {kept.length > 0 && (
        <p>No provider is on for {kept.join(' and ')}: these messages stay in the outbox and aren’t sent.</p>
      )}
    </>
  );
}
