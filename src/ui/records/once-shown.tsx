import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { IconCheck, IconCopy, IconPrinter } from '../icons.tsx';
import { toast } from '../overlays/toast.ts';
import classes from './once-shown.module.css';

interface OnceShownProps {
  title: string;
  /** The text to copy. */
  text: string;
  /** What is shown; by default the text itself. */
  children?: ReactNode;
  /** Instructions above it, also printed. */
  note: ReactNode;
  done?: ReactNode;
}

/** A link or code that is shown once, to copy or print. */
export function OnceShown({ title, text, children, note, done }: OnceShownProps) {
  const shown = useRef<HTMLDivElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: 'Copied.', tone: 'good' });
    } catch {
      // Without https browsers copy only the selection.
      window.getSelection()?.selectAllChildren(shown.current!);
      toast({ message: 'Press Ctrl+C to copy the selected text.' });
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
