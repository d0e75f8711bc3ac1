import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { replyListPage } from '../contact.pages.ts';
import { incomingKinds } from '../incoming/incoming-kinds.ts';
import classes from './switches.module.css';

type Reply = PropsOf<typeof replyListPage>['rows'][number];

/** One message that came in: whose number it is, the text, and a button to answer. */
export function ReplyRow({ row, onAnswer }: { row: Reply; onAnswer: () => void }) {
  const { people, address, body, kind, receivedAt, institutionId, isAnswered, isBlocked } = row;
  return (
    <li className={classes.reply}>
      <div className={classes.name}>
        <strong>{people ?? 'Unknown number'}</strong>
        <span>
          {address} · <DateTimeText value={receivedAt} institutionId={institutionId} />
        </span>
      </div>
      <div className={classes.words}>
        <p>{body}</p>
        {kind !== 'reply' && <Badge tone={kind === 'wrong' ? 'bad' : 'plain'}>{incomingKinds[kind]}</Badge>}
        {(kind === 'balance' || kind === 'result') && <Secondary>{isAnswered ? 'Answered' : 'Not answered'}</Secondary>}
        {isBlocked && <Secondary>Blocked: nothing is sent to this number.</Secondary>}
      </div>
      {kind === 'reply' && !isBlocked && address !== 'erased' && (
        <Button small onClick={onAnswer}>
          Answer
        </Button>
      )}
    </li>
  );
}
