import { usePage } from '#ui/hooks/use-page.ts';
import { createElement } from 'react';
import type { SentCard } from '../home-cards.ts';
import { partOf } from './part-of.ts';
import classes from './home-cards.module.css';

/** What features show on the start page. */
export function HomeCards() {
  const { homeCards = [] } = usePage<{ homeCards?: SentCard[] }>().props;
  if (homeCards.length === 0) return null;
  return (
    <div className={classes.cards}>
      {homeCards.map(({ component, files, props }) => (
        <div key={component}>{createElement(partOf(files), { ...props })}</div>
      ))}
    </div>
  );
}
