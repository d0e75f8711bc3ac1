import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { IconCheck, IconCopy, IconPrinter } from './icons.tsx';
import { toast } from './toast.ts';
import classes from './once-shown.module.css';

interface OnceShownProps {
  title: string;
  /** What is copied. */
  text: string;
  /** What is shown in its place; default the text itself. */
  children?: ReactNode;
  /** What to do with it, above; also on the printed slip. */
  note: ReactNode;
  done?: ReactNode;
}

/** A link or code that is shown this once: to copy, or to print as a slip. */
export function OnceShown({ title, text, children, note, done }: OnceShownProps) {
  const shown = useRef<HTMLDivElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: 'Copied.', tone: 'good' });
    } catch {
      // Without https a browser copies only what is selected.
      window.getSelection()?.selectAllChildren(shown.current!);
      toast({ message: 'Press Ctrl C to copy what is selected.' });
    }
  };
  return (
    <section className={classes.slip} aria-live="polite">
      <h2>
        <IconCheck className={classes.check} /> {title}
      </h2>
      <p>{note}</p>
      <div className={classes.text} ref={shown}>
        {children ?? <code>{text}</code>}
      </div>
      <div className={`${classes.actions} no-print`}>
        <Button icon={<IconCopy size={16} />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button icon={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print
        </Button>
        {done}
      </div>
    </section>
  );
}
