import { ListEnd } from '#ui/lists/list-end.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { Reader } from './notice.queries.ts';
import classes from '../shared/notices.module.css';

/** Users whom a notice concerns, with those who have read it first. */
export function Readers({ readers, isMore }: { readers: Reader[]; isMore: boolean }) {
  if (readers.length === 0) return <p className={classes.quiet}>Nobody in this audience has an account yet.</p>;
  return (
    <>
      <ul className={classes.readers}>
        {readers.map(({ id, name, readAt }) => (
          <li key={id}>
            <span>{name}</span>
            {readAt ? <DateTimeText value={readAt} /> : <Secondary>not read</Secondary>}
          </li>
        ))}
      </ul>
      <ListEnd shown={readers.length} isMore={isMore} of="users" next="Users who have read it come first." />
    </>
  );
}
