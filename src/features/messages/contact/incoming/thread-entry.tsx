import { eventWord } from '#kernel/messages/event-words.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { DateTimeText } from '#ui/text.tsx';
import { incomingKinds } from './incoming-kinds.ts';
import type { ThreadEntry as Entry } from './thread.queries.ts';
import classes from './replies.module.css';

/** One message of a thread: theirs on the left, ours on the right. */
export function ThreadEntry({ entry, institutionId }: { entry: Entry; institutionId: number }) {
  const when = <DateTimeText value={entry.at} institutionId={institutionId} />;
  if (entry.way === 'in')
    return (
      <li className={classes.entry}>
        <p className={classes.bubble}>{entry.text}</p>
        <p className={classes.meta}>
          {when}
          {entry.kind !== 'reply' && <span>{incomingKinds[entry.kind]}</span>}
          {entry.isUnverified && <span>Not verified</span>}
        </p>
      </li>
    );
  const { label, tone } = outboxStates[entry.state];
  return (
    <li className={cx(classes.entry, classes.out)}>
      {entry.text === null ? (
        <p className={cx(classes.bubble, classes.hidden)}>
          You can’t read this text. It contains a sign-in code or restricted data.
        </p>
      ) : (
        <p className={classes.bubble}>{entry.text}</p>
      )}
      <p className={classes.meta}>
        <span>{entry.author ?? eventWord(entry.event)}</span>
        {when}
        <Badge tone={tone}>{label}</Badge>
        {entry.failure && <span className={classes.failure}>{entry.failure}</span>}
      </p>
    </li>
  );
}
