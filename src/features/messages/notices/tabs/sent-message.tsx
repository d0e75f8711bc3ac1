import { Link } from '#ui/link.tsx';
import { channelWords } from '#kernel/messages/channels.ts';
import { eventWord } from '#kernel/messages/event-words.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { Badge } from '#ui/badge.tsx';
import { countOf, money } from '#ui/format.ts';
import { IconBell, IconMail, IconMessage } from '#ui/icons.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PersonMessage } from '../history/person-messages.ts';
import classes from './sent-message.module.css';

const icons = { sms: IconMessage, whatsapp: IconMessage, email: IconMail, notice: IconBell };

/** A message that was sent to a person, with what happened to it. */
export function SentMessage({ row }: { row: PersonMessage }) {
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
          <strong>{row.subject ?? eventWord(row.event)}</strong>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <div className={classes.quiet}>
          {channelWords[row.channel]} <DateTimeText value={row.at} />
          {row.guardian && (
            <>
              {' · to '}
              <a href={href(`/guardians/${row.guardianId}`)}>{row.guardian}</a>
            </>
          )}
          {row.recipient && ` · ${row.recipient}`}
        </div>
        {row.body === null ? (
          <p className={classes.hidden}>You can’t read this text. It contains a sign-in code or restricted data.</p>
        ) : (
          <p className={classes.text}>{row.body}</p>
        )}
        <div className={classes.quiet}>
          {row.failure ? <span className={classes.failure}>{row.failure}</span> : meaning} {facts.join(' · ')}
        </div>
        {row.replies.map((reply) => (
          <div key={reply.id} className={classes.reply}>
            <p className={classes.text}>{reply.text}</p>
            <div className={classes.quiet}>
              Reply <DateTimeText value={reply.at} /> · <Link href={href(`/replies/${reply.id}`)}>Open thread</Link>
            </div>
          </div>
        ))}
      </div>
    </li>
  );
}
