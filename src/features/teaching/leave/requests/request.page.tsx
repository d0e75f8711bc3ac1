import { useState } from 'react';
import { Button, LinkButton, PrimaryButton } from '#ui/button.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { requestPage } from '../leave.pages.ts';
import { LeaveState } from '../shared/leave-state.tsx';
import classes from '../shared/leave.module.css';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { dayCountText, leaveDates } from '../shared/leave-text.ts';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import type { LeaveRequest } from './requests.queries.ts';

type Props = PropsOf<typeof requestPage>;

/** A request for leave: what was asked, who else is away, and the decision. */
export default function RequestPage({ request, others, can, isOwn }: Props) {
  const { href } = useAddress();
  const [dialog, setDialog] = useState<'approve' | 'refuse' | 'paper' | null>(null);
  const at = `/leave-requests/${request.id}`;
  const close = () => setDialog(null);
  const cancel = () =>
    askThenPost(`${at}/cancel`, {
      title: 'Cancel this leave?',
      body: `${leaveDates(request)}. The days go back to the balance.`,
      action: 'Cancel leave',
      keep: 'Keep leave',
      tone: 'bad',
    });
  return (
    <>
      <PageHeader
        title={isOwn ? 'My leave' : request.employee}
        badge={<LeaveState state={request.state} />}
        breadcrumbs={[
          isOwn
            ? { label: 'My leave and attendance', href: href('/leave') }
            : { label: 'Leave requests', href: href('/leave-requests') },
        ]}
        action={can.decide && <PrimaryButton onClick={() => setDialog('approve')}>Approve…</PrimaryButton>}
        more={[
          can.decide && { label: 'Refuse…', tone: 'bad' as const, onSelect: () => setDialog('refuse') },
          can.cancel && { label: 'Cancel leave…', tone: 'bad' as const, onSelect: () => void cancel() },
        ]}
      />
      <div className={classes.columns}>
        <Card title={request.type}>
          <DescriptionList
            columns={1}
            items={[
              ['Dates', leaveDates(request)],
              ['Days', dayCountText(request.days)],
              [`Balance in ${request.startsOn.slice(0, 4)}`, balanceWords(request)],
              ['Reason', request.reason],
              ['Department', request.department],
              ['Sent', <DateTimeText key="sent" value={request.askedAt} />],
              ...(request.state === 'asked' ? [] : decision(request)),
            ]}
          />
        </Card>
        <div className="stack">
          <Card title="Document">
            <p className="ink-2">
              {request.hasPaper
                ? 'A document is attached.'
                : request.needsPaper
                  ? 'This type needs a document.'
                  : 'No document.'}
            </p>
            <p className={classes.buttons}>
              {request.hasPaper && (
                <LinkButton small external href={`${at}/paper`}>
                  Open document
                </LinkButton>
              )}
              {can.attach && (
                <Button small onClick={() => setDialog('paper')}>
                  {request.hasPaper ? 'Replace document' : 'Attach document'}
                </Button>
              )}
            </p>
          </Card>
          {can.decide && (
            <Card title="Away on these days, same department">
              {others.length === 0 && <p className="ink-2">Nobody else.</p>}
              {others.map((other) => (
                <p key={`${other.name} ${other.startsOn}`}>
                  {other.name}: {leaveDates({ ...other, half: null })}
                </p>
              ))}
            </Card>
          )}
        </div>
      </div>
      <DecisionDialog request={request} open={dialog} onClose={close} />
      <Dialog open={dialog === 'paper'} onClose={close} title="Attach document">
        {dialog === 'paper' && (
          <EditForm action={`${at}/paper`} submit="Attach document" onSuccess={close}>
            <UploadField
              name="file"
              label="File"
              accept="application/pdf,image/jpeg,image/png,image/webp"
              maxBytes={10 * 1_048_576}
              hint="PDF, JPEG, PNG or WebP, up to 10 MB."
            />
          </EditForm>
        )}
      </Dialog>
    </>
  );
}

const decision = ({ decidedBy, answer }: Props['request']): [string, string | null][] => [
  ['Decided by', decidedBy],
  ['Answer', answer],
];

const balanceWords = ({ entitled, taken }: Props['request']): string =>
  entitled === null ? `${dayCountText(taken)} approved, no limit` : `${taken} of ${dayCountText(entitled)} approved`;

interface DecisionProps {
  request: LeaveRequest;
  open: string | null;
  onClose: () => void;
}

/** Approves or refuses a request. */
function DecisionDialog({ request, open, onClose }: DecisionProps) {
  const isApproval = open === 'approve';
  const isOpen = isApproval || open === 'refuse';
  const words = isApproval ? 'Approve leave' : 'Refuse leave';
  return (
    <Dialog open={isOpen} onClose={onClose} title={words}>
      {isOpen && (
        <EditForm
          action={`/leave-requests/${request.id}/${open}`}
          submit={words}
          isFinal={!isApproval}
          onSuccess={onClose}
        >
          <p>
            {leaveDates(request)}, {dayCountText(request.days)}.
          </p>
          <TextareaField
            name="answer"
            label={isApproval ? 'Note to the employee' : 'Reason'}
            optional={isApproval}
            rows={3}
            maxLength={300}
          />
          {isApproval && request.needsPaper && !request.hasPaper && (
            <CheckboxField name="withoutPaper" label="Approve without the document" />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
