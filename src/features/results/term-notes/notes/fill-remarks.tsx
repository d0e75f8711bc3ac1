import { useState } from 'react';
import { Button, PrimaryButton } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Secondary } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Writer } from './note-fields.ts';
import type { ProposedRemarks } from './proposal.ts';
import classes from '../shared/notes.module.css';

interface FillProps {
  sheetId: number;
  writer: Writer;
  /** 'Form teacher’s remark' */
  label: string;
  onFill: (writer: Writer, remarks: { studentId: number; remark: string }[]) => void;
}

/** Fills empty remarks from the bank, after they were shown. What was typed stays. */
export function FillRemarks({ sheetId, writer, label, onFill }: FillProps) {
  const [found, setFound] = useState<ProposedRemarks | null>(null);
  const { send, busy, message } = useRemote<ProposedRemarks>();
  const open = async () => {
    const answer = await send('get', `/mark-sheets/${sheetId}/proposed-remarks/${writer}`);
    if (answer) setFound(answer.json);
  };
  const close = () => setFound(null);
  const proposals = found?.proposals ?? [];
  return (
    <>
      <Button small loading={busy} onClick={() => void open()}>
        Fill in {label.toLowerCase()} from the bank
      </Button>
      {message && <span role="alert">{message}</span>}
      <Dialog open={found !== null} onClose={close} title={`Fill in: ${label}`}>
        {proposals.length === 0 ? (
          <p>There is nothing to fill in.</p>
        ) : (
          <ul className={classes.proposals}>
            {proposals.map(({ studentId, name, average, remark }) => (
              <li key={studentId}>
                {name} <Secondary>{average}</Secondary>
                <span>{remark}</span>
              </li>
            ))}
          </ul>
        )}
        {found && found.without.length > 0 && (
          <p>
            <Secondary>
              {countOf(found.without.length, 'student')} without a remark: {found.without.slice(0, 5).join('; ')}
              {found.without.length > 5 && ` and ${count(found.without.length - 5)} more`}. Their average is not known
              yet, or the bank has no remark for it.
            </Secondary>
          </p>
        )}
        <div className={classes.fill}>
          {proposals.length > 0 && (
            <PrimaryButton
              onClick={() => {
                onFill(writer, proposals);
                close();
              }}
            >
              Fill in {countOf(proposals.length, 'remark')}
            </PrimaryButton>
          )}
          <Button onClick={close}>{proposals.length > 0 ? 'Cancel' : 'Close'}</Button>
        </div>
      </Dialog>
    </>
  );
}
