import { useState } from 'react';
import { channelWords } from '#kernel/messages/channels.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { WishesCard } from '#features/messages/contact/wishes/wishes-card.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { MessageTab } from '../history/history-tabs.ts';
import { HistoryFilters, type ChosenFilter } from './history-filters.tsx';
import { PersonLetters } from './person-letters.tsx';
import { SentMessage } from './sent-message.tsx';
import classes from './sent-message.module.css';

/** What was sent to a person, latest first. */
export default function PersonMessagesTab({ address, letters, wishes, ...first }: MessageTab) {
  const [list, setList] = useState<Pick<MessageTab, 'rows' | 'after'>>(first);
  const [filter, setFilter] = useState<ChosenFilter>({});
  const { send, busy, message } = useRemote<Pick<MessageTab, 'rows' | 'after'>>();
  const isFiltered = Boolean(filter.channel || filter.state);

  const choose = async (chosen: ChosenFilter) => {
    setFilter(chosen);
    const answer = await send('get', address, { ...chosen });
    if (answer) setList(answer.json);
  };
  const more = async () => {
    const answer = await send('get', address, { ...filter, after: list.after! });
    if (answer) setList({ ...answer.json, rows: [...list.rows, ...answer.json.rows] });
  };

  const onPaper = letters.rows.length > 0 && <PersonLetters {...letters} />;
  if (first.rows.length === 0)
    return (
      <div className={classes.tab}>
        <WishesCard wishes={wishes} />
        {onPaper || (
          <EmptyState title="No messages yet">
            Text messages, e-mails and notices appear here once something is sent.
          </EmptyState>
        )}
      </div>
    );
  return (
    <div className={classes.tab}>
      <WishesCard wishes={wishes} />
      {onPaper}
      <HistoryFilters
        filter={filter}
        address={address}
        onChange={(chosen) => void choose(chosen)}
        channels={channelWords}
        states={outboxStates}
      />
      {message && <p role="alert">{message}</p>}
      <Card flush>
        {list.rows.length === 0 && isFiltered ? (
          <p className={classes.none}>No messages match these filters.</p>
        ) : (
          <ul className={classes.list}>
            {list.rows.map((row) => (
              <SentMessage key={row.id} row={row} />
            ))}
          </ul>
        )}
      </Card>
      {list.after !== null && (
        <Button loading={busy} onClick={() => void more()}>
          Load more
        </Button>
      )}
    </div>
  );
}
