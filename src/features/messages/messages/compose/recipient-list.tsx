import { useState, useEffect, useRef } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { count, phoneText } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { Audience } from '../audience/audience.ts';
import { skipReasonLabels } from '../audience/audience-labels.ts';
import type { RecipientRow, recipientsOf } from './compose.routes.ts';
import { channelLabels } from './message-labels.ts';
import classes from '../shared/compose.module.css';
import { allTicked, isTicked, tickAll, tickOne } from '../audience/ticks.ts';
import { type MessageDraft, asData, fieldsOnly, forQuestion } from '../shared/audience-fields.tsx';
import type { Mend } from './use-let-receive.ts';
import { explain, remote } from '#web/client/remote.ts';

interface RecipientListProps {
  written: MessageDraft;
  view: 'recipients' | 'left_out';
  /** Recipients with and without a tick, also those that a search hides. */
  all: number;
  onChange: (audience: Audience) => void;
  /** For users who can let guardians receive SMS. */
  mend: Mend | null;
}

/** Who receives the message, each with a tick, or who does not and why. Select-all covers every page (2.13, 4.7). */
export function RecipientList({ written, view, all, onChange, mend }: RecipientListProps) {
  const { audience } = written;
  const [q, setQ] = useState('');
  const list = useRecipients(written, view, q);
  const { rows, total } = list;
  const [whole, setWhole] = useState(0);
  if (!q && !list.busy && whole !== total) setWhole(total);
  // On a slow network rows come before the preview, and old rows are shown until the new ones come.
  const most = list.busy ? Infinity : Math.max(all, whole);
  const isAll = total > 0 && allTicked(audience);
  const isSome = !isAll && (audience.only ? audience.only.length > 0 : true) && total > 0;
  return (
    <div className={classes.recipients}>
      <div className={classes.listHead}>
        {view === 'recipients' && (
          <label>
            <input
              type="checkbox"
              checked={isAll}
              disabled={total === 0}
              ref={(box) => {
                if (box) box.indeterminate = isSome;
              }}
              onChange={() => onChange(tickAll(audience, !isAll))}
            />
            Select all recipients
          </label>
        )}
        <input
          type="search"
          className={classes.search}
          aria-label={view === 'recipients' ? 'Search recipients' : 'Search skipped people'}
          placeholder="Name"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </div>
      {list.message && <p role="alert">{list.message}</p>}
      {rows.length === 0 && !list.busy && !list.message && (
        <p className={classes.none}>
          {q ? 'No results' : view === 'recipients' ? 'No recipients.' : 'Nobody is skipped.'}
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            {view === 'recipients' ? (
              <label>
                <input
                  type="checkbox"
                  checked={isTicked(audience, row.key)}
                  onChange={() => onChange(tickOne(audience, row.key, most))}
                />
                <Person row={row} channel={written.channel} />
              </label>
            ) : (
              <div>
                <Person row={row} channel={written.channel} />
                <span className="ink-2">
                  {skipReasonLabels[row.reason!]} {row.duplicateOf}
                </span>
                {mend && row.reason === 'no_sms' && (
                  <Button
                    small
                    aria-label={`Let ${row.name} receive SMS`}
                    loading={mend.busy === row.key}
                    onClick={() => void mend.run(row.key)}
                  >
                    Let receive SMS
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {(list.isMore || list.busy) && (
        <p className={classes.more}>
          <Button small loading={list.busy} onClick={list.more}>
            Load more
          </Button>
          <Secondary>
            {count(rows.length)} of {count(total)} shown
          </Secondary>
        </p>
      )}
    </div>
  );
}

function Person({ row, channel }: { row: RecipientRow; channel: MessageDraft['channel'] }) {
  const about = row.children > 1 ? `${row.children} students` : row.student;
  return (
    <span className={classes.person}>
      <span>{row.name}</span>
      <Secondary>
        {[about, row.address && (row.address.startsWith('+') ? phoneText(row.address) : row.address)]
          .filter(Boolean)
          .join(' · ')}
      </Secondary>
      {channel === 'first' && row.channel && !row.reason && (
        <Badge>{channelLabels[row.channel as MessageDraft['channel']]}</Badge>
      )}
    </span>
  );
}

type Page = Awaited<ReturnType<typeof recipientsOf>>;

const nothing: Page = { rows: [], total: 0, ticked: 0, isMore: false };

/** The rows so far. Ticks don't change which rows there are, so they are not asked again for them. */
function useRecipients(written: MessageDraft, view: 'recipients' | 'left_out', q: string) {
  const [state, setState] = useState<Page & { busy: boolean; message: string }>({
    ...nothing,
    busy: true,
    message: '',
  });
  const { audience, body, subject, ...others } = forQuestion(written);
  const asked = JSON.stringify({
    ...others,
    view,
    q,
    subject: '',
    body: fieldsOnly(subject + body),
    audience: { of: audience.of, by: audience.by },
  });
  const current = useRef(asked);
  const load = (after: number, signal?: AbortSignal) => {
    setState((before) => ({ ...before, busy: true, message: '' }));
    const data = { ...(JSON.parse(asked) as object), after };
    return remote<Page>('POST', '/messages/recipients', asData(data), { signal, isQuestion: true })
      .then(({ json }) => {
        if (current.current !== asked) return;
        setState((before) => ({
          ...json,
          rows: after ? [...before.rows, ...json.rows] : json.rows,
          busy: false,
          message: '',
        }));
      })
      .catch(
        (error: unknown) => signal?.aborted || setState({ ...nothing, busy: false, message: explain(error).message }),
      );
  };
  useEffect(() => {
    current.current = asked;
    const gone = new AbortController();
    const timer = setTimeout(() => void load(0, gone.signal), 250);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
    // `load` only reads what `asked` says.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  return { ...state, more: () => void load(state.rows.length) };
}
