import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { useRemote } from '#web/client/remote.ts';
import classes from './site.module.css';

/** A Markdown field with a preview rendered by the server. */
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
      <div role="group" aria-label="Write or preview">
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
          help="A blank line starts a paragraph. # Heading, **bold**, - for a list, [text](https://…) for a link."
        />
      </div>
      {isShown && (
        <section className={classes.preview} aria-label="Preview">
          {/* Rendered by the server from Markdown with escaped HTML. */}
          <div dangerouslySetInnerHTML={{ __html: html || '<p>No text yet.</p>' }} />
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
