import { phoneText } from '#ui/format.ts';
import { useState } from 'react';
import { eventWord } from '#kernel/messages/event-words.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconMail, IconPhone } from '#ui/icons.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { OutboxRow } from './outbox.list.ts';
import classes from './audit-log.module.css';

/** A message, whose text is loaded when it is opened. */
export function Message({ row }: { row: OutboxRow }) {
  const { send, busy, message } = useRemote<{ body: string }>();
  const [body, setBody] = useState<string | null>(null);
  const open = async () => {
    const answer = await send('post', `/outbox/${row.id}/read`);
    if (answer) setBody(answer.json.body);
  };
  const Icon = row.channel === 'email' ? IconMail : IconPhone;
  return (
    <li>
      <div className={classes.line}>
        <Icon />
        <div>
          <strong>{phoneText(row.recipient) ?? 'Recipient hidden'}</strong>{' '}
          <Badge tone={outboxStates[row.state].tone}>{outboxStates[row.state].label}</Badge>
          <div className={classes.quiet}>
            {row.subject ?? eventWord(row.event)}
            {' · '}
            <DateTimeText value={row.createdAt} />
            {row.failure && ` · ${row.failure}`}
          </div>
        </div>
        {body === null && (
          <Button small loading={busy} onClick={() => void open()}>
            Open
          </Button>
        )}
      </div>
      {message && <p role="alert">{message}</p>}
      {body !== null && <p className={classes.message}>{body}</p>}
    </li>
  );
}
