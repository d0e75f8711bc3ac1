import { useState } from 'react';
import { channelWords } from '#kernel/messages/channels.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { WishesCard } from '#features/messages/contact/opt-outs/wishes-card.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { MessageTab } from '../history/history-tabs.ts';
import { HistoryFilters, type ChosenFilter } from './history-filters.tsx';
import { SentMessage } from './sent-message.tsx';
import { Card } from '#ui/records/card.tsx';
import classes from './sent-message.module.css';
import { Link } from '#ui/link.tsx';
import { dateText } from '#ui/format.ts';
import { IconPrinter } from '#ui/icons.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PersonLetter } from '../history/person-letters.ts';

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

/** Letters on paper to a person. */
function PersonLetters({ rows, isMore }: { rows: PersonLetter[]; isMore: boolean }) {
  const { href } = useAddress();
  return (
    <Card title="Letters" flush>
      <ul className={classes.list}>
        {rows.map(({ id, subject, body, day, to, author, hasPage }) => (
          <li key={`${id} ${to} ${body}`}>
            <IconPrinter />
            <div className={classes.what}>
              <strong>{hasPage ? <Link href={href(`/letters/${id}`)}>{subject}</Link> : subject}</strong>
              <div className={classes.quiet}>
                Letter {dateText(day)} · to {to} · by {author}
              </div>
              {body === null ? (
                <p className={classes.hidden}>You can’t read this text. It contains restricted data.</p>
              ) : (
                <p className={classes.text}>{body}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ListEnd shown={rows.length} isMore={isMore} of="letters" next="Search for older ones under Letters." />
    </Card>
  );
}
