import { Fragment, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { phoneText } from '../format.ts';
import classes from './description-list.module.css';

interface DescriptionListProps {
  items: [label: string, value: ReactNode][];
  columns?: 1 | 2;
}

const blank = (value: ReactNode) => value === null || value === undefined || value === '' || value === false;

/** Lets long e-mail addresses break after the '@' and before the dots that follow. */
const breakable = (value: ReactNode) => {
  if (typeof value !== 'string' || !value.includes('@')) return value;
  const [name, ...hosts] = value.split('@');
  const [host, ...domains] = hosts.join('@').split('.');
  return (
    <>
      {name}@<wbr />
      {host}
      {domains.map((domain, at) => (
        <Fragment key={at}>
          <wbr />.{domain}
        </Fragment>
      ))}
    </>
  );
};

/** Writes to an e-mail address. */
export const EmailLink = ({ email }: { email: string }) => <a href={`mailto:${email}`}>{breakable(email)}</a>;

/** Calls a number. */
export const PhoneLink = ({ number }: { number: string }) => <a href={`tel:${number}`}>{phoneText(number)}</a>;

/** Details of a record; blank values show a dash. */
export function DescriptionList({ items, columns = 1 }: DescriptionListProps) {
  return (
    <dl className={cx(classes.list, columns === 2 && classes.two)}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {blank(value) ? (
              <>
                <span aria-hidden>—</span>
                <span className="visually-hidden">not recorded</span>
              </>
            ) : (
              breakable(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
