import type { ReactNode } from 'react';
import { LinkButton } from '../button.tsx';
import { phoneText } from '../format.ts';
import { IconMail, IconPhone } from '../icons.tsx';
import classes from './record-summary.module.css';

interface Contact {
  /** Whose it is: 'Father, Dr Osaretin Iyamu'. */
  of?: string | undefined;
  phone?: string | null;
  email?: string | null;
}

interface RecordSummaryProps {
  photo: ReactNode;
  badge?: ReactNode;
  /** Number, class arm, programme …; blank ones are skipped. */
  facts: ReactNode[];
  /** In place of the facts, what they do not say: 'Away since 3 Nov 2026'. */
  note?: ReactNode;
  contacts?: Contact[];
}

/** The head of a person's record below the name: photo, status, the few facts that tell people apart, and contacts. */
export function RecordSummary({ photo, badge, facts, note, contacts = [] }: RecordSummaryProps) {
  const shown = facts.filter(Boolean);
  const reached = contacts.filter(({ phone, email }) => phone || email);
  return (
    <section className={classes.summary} data-tour="record-card" aria-label="Summary">
      {photo}
      <div className={classes.words}>
        <p className={classes.facts}>
          {badge}
          {shown.map((fact, at) => (
            <span key={at} data-fact>
              {fact}
            </span>
          ))}
        </p>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {reached.length > 0 && (
        <ul className={classes.contacts}>
          {reached.map(({ of, phone, email }) => (
            <li key={`${of} ${phone ?? email}`}>
              <LinkButton
                small
                external
                href={phone ? `tel:${phone}` : `mailto:${email}`}
                icon={phone ? <IconPhone size={16} /> : <IconMail size={16} />}
              >
                {of && <span className={classes.of}>{of}</span>}
                <span className={classes.reach}>{phone ? phoneText(phone) : email}</span>
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
