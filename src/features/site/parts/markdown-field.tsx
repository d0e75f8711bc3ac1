import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextareaField } from '#ui/fields.tsx';
import { useRemote } from '#web/client/remote.ts';
import classes from './site.module.css';

/** A long text with a few signs for headings and lists; the server shows what visitors will see. */
export function MarkdownField({ defaultValue }: { defaultValue?: string }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { send, busy, errors, message } = useRemote<{ html: string }>();
  const [html, setHtml] = useState<string | null>(null);
  const show = async () => {
    const answer = await send('post', '/site/preview', { text: text.current!.value });
    if (answer) setHtml(answer.json.html);
  };
  const isShown = html !== null;
  return (
    <div className={classes.markdown}>
      <div role="group" aria-label="Text or its look">
        <Button small aria-pressed={!isShown} onClick={() => setHtml(null)}>
          Write
        </Button>
        <Button small aria-pressed={isShown} loading={busy} onClick={() => void show()}>
          Preview
        </Button>
      </div>
      <div hidden={isShown}>
        <TextareaField
          ref={text}
          name="body"
          label="Text"
          optional
          rows={14}
          maxLength={50_000}
          defaultValue={defaultValue}
          help="An empty line begins a paragraph. # Heading, **bold**, - for a list, [words](https://…) for a link."
        />
      </div>
      {isShown && (
        <section className={classes.preview} aria-label="Preview">
          {/* Made by the server from Markdown in which HTML counts as text. */}
          <div dangerouslySetInnerHTML={{ __html: html || '<p>There is no text yet.</p>' }} />
        </section>
      )}
      {message && (
        <p role="alert" className={classes.refused}>
          {errors['text'] ?? message}
        </p>
      )}
    </div>
  );
}
