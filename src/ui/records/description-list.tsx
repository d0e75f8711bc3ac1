import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import classes from './description-list.module.css';

interface DescriptionListProps {
  items: [label: string, value: ReactNode][];
  columns?: 1 | 2;
}

const blank = (value: ReactNode) => value === null || value === undefined || value === '' || value === false;

/** Breaks long e-mail addresses after the '@'. */
const breakable = (value: ReactNode) => {
  if (typeof value !== 'string' || !value.includes('@')) return value;
  const [name, ...host] = value.split('@');
  return (
    <>
      {name}@<wbr />
      {host.join('@')}
    </>
  );
};

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
