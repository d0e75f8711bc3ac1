import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { IconCheck, IconPrinter } from '../icons.tsx';
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
        <CopyButton text={text} shown={shown} />
        <Button icon={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print
        </Button>
        {done}
      </div>
    </section>
  );
}
