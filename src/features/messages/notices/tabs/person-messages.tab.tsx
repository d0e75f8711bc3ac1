import { useState } from 'react';
import { channelLabels } from '#kernel/messages/channels.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { WishesCard } from '#features/messages/contact/opt-outs/wishes-card.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useRemote } from '#web/client/remote.ts';
import { Card } from '#ui/records/card.tsx';
import classes from './sent-message.module.css';
import { Link } from '#ui/link.tsx';
import { dateText, countOf, money, phoneText } from '#ui/format.ts';
import { IconPrinter, IconDownload, IconBell, IconMail, IconMessage } from '#ui/icons.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { queryOf } from '#kernel/list/parameters.ts';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { eventLabel } from '#kernel/messages/event-labels.ts';
import { Badge } from '#ui/badge.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PersonMessage, MessageTab, PersonLetter } from '../history/person-messages.ts';

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
        channels={channelLabels}
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
              <div className="ink-3">
                Letter {dateText(day)} · to {to} · by {author}
              </div>
              {body === null ? (
                <p className="ink-3">You can’t read this text. It contains restricted data.</p>
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

interface ChosenFilter {
  channel?: string;
  state?: string;
}

interface HistoryFiltersProps {
  filter: ChosenFilter;
  onChange(filter: ChosenFilter): void;
  channels: Record<string, string>;
  states: Record<string, { label: string }>;
  /** The address of the messages, which also exports them. */
  address: string;
}

/** The channel and state of the messages of a person, and these messages as a file. */
function HistoryFilters({ filter, onChange, channels, states, address }: HistoryFiltersProps) {
  return (
    <div className={classes.filters}>
      <SelectField
        name="channel"
        label="Channel"
        placeholder="Any"
        value={filter.channel ?? ''}
        options={channels}
        onChange={({ currentTarget }) => onChange({ ...filter, channel: currentTarget.value })}
      />
      <SelectField
        name="state"
        label="Status"
        placeholder="Any"
        value={filter.state ?? ''}
        options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        onChange={({ currentTarget }) => onChange({ ...filter, state: currentTarget.value })}
      />
      <Menu
        label="Export messages"
        trigger={
          <>
            <IconDownload /> Export
          </>
        }
        triggerClass={cx(buttons.button, buttons.quiet, classes.export)}
        items={exportItems((format) => `${address}/export.${format}?${queryOf(filter)}`)}
      />
    </div>
  );
}

const icons = { sms: IconMessage, whatsapp: IconMessage, email: IconMail, notice: IconBell };

/** A message that was sent to a person, with what happened to it. */
function SentMessage({ row }: { row: PersonMessage }) {
  const { href } = useAddress();
  const Icon = icons[row.channel];
  const { label, tone, meaning } = outboxStates[row.state];
  const facts = [
    row.sender ? `Sent by ${row.sender}` : 'Sent automatically',
    row.channel === 'sms' && row.parts !== null && countOf(row.parts, 'part'),
    row.price !== null && row.price > 0 && money(row.price, row.currency),
  ].filter(Boolean);
  return (
    <li>
      <Icon />
      <div className={classes.what}>
        <div className={classes.head}>
          <strong>{row.subject ?? eventLabel(row.event)}</strong>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <div className="ink-3">
          {channelLabels[row.channel]} <DateTimeText value={row.at} />
          {row.guardian && (
            <>
              {' · to '}
              <a href={href(`/guardians/${row.guardianId}`)}>{row.guardian}</a>
            </>
          )}
          {row.recipient && ` · ${phoneText(row.recipient)}`}
        </div>
        {row.body === null ? (
          <p className="ink-3">You can’t read this text. It contains a sign-in code or restricted data.</p>
        ) : (
          <p className={classes.text}>{row.body}</p>
        )}
        <div className="ink-3">
          {row.failure ? <span className="problem">{row.failure}</span> : meaning} {facts.join(' · ')}
        </div>
        {row.replies.map((reply) => (
          <div key={reply.id} className={classes.reply}>
            <p className={classes.text}>{reply.text}</p>
            <div className="ink-3">
              Reply <DateTimeText value={reply.at} /> · <Link href={href(`/replies/${reply.id}`)}>Open thread</Link>
            </div>
          </div>
        ))}
      </div>
    </li>
  );
}
