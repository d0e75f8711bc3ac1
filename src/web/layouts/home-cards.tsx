import { createElement } from 'react';
import { partOf } from '../client/part-of.ts';
import type { SentCard } from '../home-cards.ts';
import classes from './home-cards.module.css';

/** What features show on the start page, above its own content. */
export function HomeCards({ cards }: { cards: SentCard[] }) {
  return (
    <div className={classes.cards}>
      {cards.map(({ component, files, props }) => (
        <div key={component}>{createElement(partOf(files), { ...props })}</div>
      ))}
    </div>
  );
}
