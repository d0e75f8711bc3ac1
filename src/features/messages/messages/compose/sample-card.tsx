import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { newKey } from '#ui/form-key.ts';
import { toast } from '#ui/overlays/toast.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { Sample } from './sample.queries.ts';
import { channelWords } from './words.ts';
import classes from '../shared/compose.module.css';
import { asData, type Written } from '../shared/use-compose.ts';

/** The text as one recipient after another gets it. */
export function SampleCard({ written }: { written: Written }) {
  const [at, setAt] = useState(0);
  const [sample, setSample] = useState<Sample | null>(null);
  const [isTesting, setTesting] = useState(false);
  const hasRules = written.audience.by.length > 0 && written.body.trim() !== '';
  useEffect(() => {
    if (!hasRules) return setSample(null);
    const gone = new AbortController();
    const timer = setTimeout(() => {
      remote<{ sample: Sample | null }>('POST', '/messages/sample', asData({ ...written, at }), {
        signal: gone.signal,
        isQuestion: true,
      })
        .then(({ json }) => setSample(json.sample))
        .catch(() => gone.signal.aborted || setSample(null));
    }, 300);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [written, at, hasRules]);
  const sendTest = async () => {
    setTesting(true);
    try {
      const { json } = await remote<{ message: string }>('POST', '/messages/test', asData({ ...written, at }), {
        key: newKey(),
      });
      toast({ message: json.message, tone: 'good' });
    } catch (error) {
      const { errors, message } = explain(error);
      toast({ message: Object.values(errors)[0] ?? message, tone: 'bad' });
    }
    setTesting(false);
  };
  return (
    <Card
      title="Preview"
      action={
        <Button small loading={isTesting} disabled={!sample} onClick={() => void sendTest()}>
          Send a test to myself
        </Button>
      }
    >
      {sample ? (
        <div className={classes.sample}>
          <p className={classes.turn}>
            <Button small disabled={sample.at === 0} onClick={() => setAt(sample.at - 1)}>
              Previous
            </Button>
            <span role="status">
              {sample.name} <Secondary>{`${count(sample.at + 1)} of ${count(sample.of)}`}</Secondary>
            </span>
            <Button small disabled={sample.at + 1 >= sample.of} onClick={() => setAt(sample.at + 1)}>
              Next
            </Button>
          </p>
          <div className={classes.bubble}>
            {sample.subject && sample.channel !== 'sms' && <strong>{sample.subject}</strong>}
            <p>{sample.body}</p>
          </div>
          <Secondary>
            {channelWords[sample.channel as Written['channel']]}
            {sample.parts !== null && ` · ${sample.parts} ${sample.parts === 1 ? 'part' : 'parts'}`}
            {sample.empties.length > 0 && ` · empty here: ${sample.empties.map((name) => `{${name}}`).join(', ')}`}
          </Secondary>
        </div>
      ) : (
        <p className={classes.none}>Choose recipients and write the text to see it as they will.</p>
      )}
    </Card>
  );
}
