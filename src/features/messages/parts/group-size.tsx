import { use, useEffect, useState } from 'react';
import { countOf } from '#ui/format.ts';
import { FormErrors } from '#ui/forms/field.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { Audience } from '../audience/audience.ts';
import classes from './compose.module.css';
import { asData } from './use-compose.ts';

interface GroupSizeProps extends Pick<Audience, 'of' | 'by'> {
  institutionId: number;
}

/** How many people belong to a group in the making. */
export function GroupSize({ institutionId, of, by }: GroupSizeProps) {
  const [words, setWords] = useState('');
  const error = use(FormErrors)['audience'];
  const hasRules = by.length > 0;
  const asked = JSON.stringify({ of, by });
  useEffect(() => {
    if (!hasRules) return setWords('Choose who belongs to the group.');
    const gone = new AbortController();
    const timer = setTimeout(() => {
      remote<{ people: number }>(
        'POST',
        '/messages/groups/size',
        asData({ institution_id: institutionId, audience: asked }),
        {
          ...{ signal: gone.signal, isQuestion: true },
        },
      )
        .then(({ json }) => setWords(`${countOf(json.people, 'person', 'people')} now.`))
        .catch((error: unknown) => gone.signal.aborted || setWords(explain(error).message));
    }, 300);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked, hasRules, institutionId]);
  return (
    <p className={classes.size} role={error && !hasRules ? 'alert' : 'status'}>
      {words}
    </p>
  );
}
