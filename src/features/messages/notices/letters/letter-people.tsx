import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import { allTicked, isTicked, tickAll, tickOne } from '#features/messages/messages/audience/ticks.ts';
import type { Ticks } from './letter-fields.ts';
import type { letterPeople } from './preview.queries.ts';
import classes from './letters.module.css';
import { useAnswer, type TypedLetter } from './use-typed-letter.ts';

type Page = Awaited<ReturnType<typeof letterPeople>>;
type Choice = Parameters<typeof isTicked>[0];

interface LetterPeopleProps {
  typed: TypedLetter | null;
  ticks: Ticks;
  onChange: (ticks: Ticks) => void;
}

/** Everyone who can get a letter, in the order of the pages, each with a tick. */
export function LetterPeople({ typed, ticks, onChange }: LetterPeopleProps) {
  // Which people there are depends neither on the words nor on the ticks.
  const question = typed && { ...typed, subject: '', body: fieldsOnly(typed['body']), after: 0 };
  const { answer, message } = useAnswer<Page>('/letters/people', question);
  const [more, setMore] = useState<Pick<Page, 'rows' | 'isMore'> | null>(null);
  const { send, busy } = useRemote<Page>();
  useEffect(() => setMore(null), [answer]);
  const rows = [...(answer?.rows ?? []), ...(more?.rows ?? [])];
  const isMore = (more ?? answer)?.isMore ?? false;
  const total = answer?.total ?? 0;
  const choice = { of: 'guardians', by: [], ...ticks } satisfies Choice;
  const put = ({ without, only }: Choice) => onChange({ without, ...(only && { only }) });
  const isAll = total > 0 && allTicked(choice);
  const taken = ticks.only ? ticks.only.length : total - ticks.without.length;
  const loadMore = async () => {
    const next = await send('post', '/letters/people', { ...question, after: rows.length } as object as Record<
      string,
      never
    >);
    if (next) setMore({ isMore: next.json.isMore, rows: [...(more?.rows ?? []), ...next.json.rows] });
  };
  return (
    <Card title={`Recipients ${answer ? count(Math.max(0, taken)) : ''}`} flush>
      {message && (
        <p role="alert" className={classes.none}>
          {message}
        </p>
      )}
      {total > 0 && (
        <div className={classes.head}>
          <label>
            <input
              type="checkbox"
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = !isAll && taken > 0;
              }}
              onChange={() => put(tickAll(choice, !isAll))}
            />
            Select all {count(total)}
          </label>
        </div>
      )}
      {answer && total === 0 && <p className={classes.none}>Everybody here has a phone number or an e-mail address.</p>}
      <ul className={classes.people}>
        {rows.map((row) => (
          <li key={row.key}>
            <label>
              <input
                type="checkbox"
                checked={isTicked(choice, row.key)}
                onChange={() => put(tickOne(choice, row.key, total))}
              />
              <span className={classes.person}>
                {row.name}
                <Secondary>
                  {[row.class, row.student, !row.hasAddress && 'no address'].filter(Boolean).join(' · ')}
                </Secondary>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isMore && (
        <p className={classes.more}>
          <Button small loading={busy} onClick={() => void loadMore()}>
            Load more
          </Button>
          <Secondary>
            {count(rows.length)} of {count(total)} shown
          </Secondary>
        </p>
      )}
    </Card>
  );
}

const fieldsOnly = (text: string | string[] | undefined) =>
  String(text ?? '')
    .match(/\{[^{}\n]{1,60}\}/g)
    ?.join('') ?? '';
