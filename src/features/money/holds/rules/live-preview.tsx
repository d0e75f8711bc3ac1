import { useContext, useEffect, useRef, useState } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { RulePreview } from './preview.queries.ts';
import { PreviewTable } from './preview-table.tsx';
import { changesInWords, previewInWords } from './preview-words.ts';
import classes from '../shared/holds.module.css';

interface LivePreviewProps {
  institutionId: number;
  currency: string;
  /** The rule that is edited. */
  rule: { id: number; isOn: boolean } | null;
}

/** Whom the rule in the form would hold; follows what is typed. The number it shows is sent with the form. */
export function LivePreview({ institutionId, currency, rule }: LivePreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<RulePreview | null>(null);
  const [problem, setProblem] = useState('');
  const refused = useContext(FormErrors)['seen'];
  const ruleId = rule?.id;

  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    let [asked, timer] = [0, 0];
    let last = '';
    const show = (found: RulePreview | null, words: string) => {
      setPreview(found);
      setProblem(words);
    };
    const read = async () => {
      const asking = conditionIn(new FormData(form));
      asking.set('institution_id', String(institutionId));
      if (ruleId) asking.set('rule_id', String(ruleId));
      if (!asking.get('above') && !asking.get('overdueDays')) return show(null, '');
      if (String(asking) === last) return;
      last = String(asking);
      const turn = ++asked;
      try {
        const { json } = await remote<RulePreview>('GET', `/hold-rules/preview?${asking}`);
        if (turn === asked) show(json, '');
      } catch (error) {
        last = '';
        if (turn === asked) show(null, explain(error).message);
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void read(), 300);
    };
    soon();
    const events = ['input', 'change', 'click'] as const;
    for (const event of events) form.addEventListener(event, soon);
    return () => {
      clearTimeout(timer);
      for (const event of events) form.removeEventListener(event, soon);
    };
    // Looked at again when the number of students was another by the time of saving.
  }, [institutionId, ruleId, refused]);

  return (
    <div ref={box} className={classes.preview}>
      <p className={classes.figures} role="status">
        {preview && (
          <>
            <strong>{previewInWords(preview, currency, false)}</strong>
            {rule?.isOn && changesInWords(preview)}
          </>
        )}
        {!preview && problem}
      </p>
      <input type="hidden" name="seen" value={preview?.held ?? ''} />
      {preview && <PreviewTable preview={preview} currency={currency} isChange={Boolean(rule?.isOn)} />}
    </div>
  );
}

function conditionIn(data: FormData): URLSearchParams {
  const asking = new URLSearchParams();
  for (const field of ['programIds', 'classIds'])
    for (const value of data.getAll(`${field}[]`)) asking.append(field, String(value));
  for (const field of ['above', 'overdueDays', 'counts', 'needs']) asking.set(field, String(data.get(field) ?? ''));
  return asking;
}
