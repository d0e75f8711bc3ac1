import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { Audience } from '../audience/audience.ts';
import { leftOutWords, type LeftOut } from '../audience/words.ts';
import type { Preview } from './preview.queries.ts';
import classes from '../shared/compose.module.css';
import { NoPrice } from './no-price.tsx';
import { RecipientList } from './recipient-list.tsx';
import type { Written } from '../shared/use-compose.ts';
import { useLetReceive } from './use-let-receive.ts';

interface ReachProps {
  preview: Preview | null;
  written: Written;
  mayPrice: boolean;
  onChange: (audience: Audience) => void;
  /** Asks again who is reached. */
  onMended: () => void;
}

/** Who is reached, who is not and why. */
export function Reach({ preview, written, mayPrice, onChange, onMended }: ReachProps) {
  const [view, setView] = useState<'recipients' | 'left_out'>('recipients');
  // The list is asked again too.
  const [mended, setMended] = useState(0);
  const mend = useLetReceive(written, () => {
    setMended(mended + 1);
    onMended();
  });
  if (written.audience.by.length === 0)
    return (
      <Card title="Reach">
        <p className={classes.none}>Choose recipients to see who gets the message.</p>
      </Card>
    );
  const { taken_out: takenOut = 0, ...others } = preview?.leftOut ?? {};
  const left = Object.values(others).reduce((sum, n) => sum + n, 0);
  return (
    <Card title="Reach" flush tour="message-reach">
      <div className={classes.views} role="group" aria-label="Who is shown">
        <Button
          small
          aria-pressed={view === 'recipients'}
          tone={view === 'recipients' ? 'primary' : 'quiet'}
          onClick={() => setView('recipients')}
        >
          Recipients {preview && count(preview.recipients)}
        </Button>
        <Button
          small
          aria-pressed={view === 'left_out'}
          tone={view === 'left_out' ? 'primary' : 'quiet'}
          onClick={() => setView('left_out')}
        >
          Left out {preview && count(left)}
        </Button>
      </div>
      {preview && (
        <NoPrice
          className={classes.reasons}
          preview={preview}
          institutionId={written.institution_id}
          mayPrice={mayPrice}
        />
      )}
      {view === 'left_out' && left > 0 && (
        <p className={classes.reasons}>
          {(Object.entries(others) as [LeftOut, number][])
            .map(
              ([reason, n]) =>
                `${reason === 'duplicate' ? 'Same number or address' : leftOutWords[reason]}: ${count(n)}`,
            )
            .join(' · ')}
        </p>
      )}
      {view === 'left_out' && preview && preview.unreached > 0 && (
        <div className={classes.mend}>
          <p>
            {countOf(preview.unreached, 'student')} {preview.unreached === 1 ? 'has' : 'have'} no guardian who receives
            SMS.
          </p>
          <Button small loading={mend.busy === ''} onClick={() => void mend.run('')}>
            Let the first guardian of each receive SMS
          </Button>
        </div>
      )}
      {preview?.isPerChild && preview.severalChildren > 0 && view === 'recipients' && (
        <p className={classes.reasons}>
          The text names the student, so {countOf(preview.severalChildren, 'guardian')} of several get one message for
          each.
        </p>
      )}
      {preview && preview.empty.length > 0 && view === 'recipients' && (
        <p className={classes.reasons}>
          {preview.empty
            .map(
              ({ label, count: n, names }) =>
                `${label} is empty for ${count(n)}: ${names.join('; ')}${n > names.length ? ' …' : ''}`,
            )
            .join(' · ')}
        </p>
      )}
      <RecipientList
        key={`${view} ${mended}`}
        written={written}
        view={view}
        onChange={onChange}
        all={(preview?.recipients ?? 0) + takenOut}
        mend={preview?.canMend ? mend : null}
      />
    </Card>
  );
}
