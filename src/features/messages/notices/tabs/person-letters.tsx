import { Link } from '#ui/link.tsx';
import { dateText } from '#ui/format.ts';
import { IconPrinter } from '#ui/icons.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PersonLetter } from '../history/person-letters.ts';
import classes from './sent-message.module.css';

/** Letters on paper to a person. */
export function PersonLetters({ rows, isMore }: { rows: PersonLetter[]; isMore: boolean }) {
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
