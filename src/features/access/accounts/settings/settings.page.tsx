import { Link } from '#ui/link.tsx';
import { useState } from 'react';
import fields from '#ui/forms/field.module.css';
import { cx } from '#ui/cx.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { settingsPage } from '../accounts.pages.ts';
import classes from './settings.module.css';

/** All settings that the user can open, as cards under headings. */
export default function SettingsPage({ entries }: PropsOf<typeof settingsPage>) {
  const address = useAddress();
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ label, about, group = '' }) => {
    const text = `${label} ${about} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <>
      <PageHeader title="Settings" />
      {entries.length === 0 ? (
        <EmptyState title="No settings">Your roles don’t include any settings.</EmptyState>
      ) : (
        <>
          <input
            type="search"
            aria-label="Search settings"
            placeholder="Search settings"
            autoComplete="off"
            className={cx(fields.control, classes.search, 'no-print')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {groups.map((group) => (
            <section key={group ?? ''} className={classes.group}>
              {group && <h2>{group}</h2>}
              <ul className={classes.cards}>
                {found
                  .filter((entry) => entry.group === group)
                  .map(({ label, href, about }) => (
                    <li key={href} className={classes.card}>
                      <Link href={address.href(href)}>{label}</Link>
                      <p>{about}</p>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
          {found.length === 0 && <NothingMatches />}
        </>
      )}
    </>
  );
}
