import classes from '../shared/decisions.module.css';

interface FigureRow {
  id: number;
  name: string;
  aside: string;
  figures: (string | null)[];
}

/** A table of figures on a phone: nothing is cut, the figures wrap. */
export function FigureRows({ caption, rows }: { caption: string; rows: FigureRow[] }) {
  return (
    <ul className={classes.figures} aria-label={caption}>
      {rows.map(({ id, name, aside, figures }) => (
        <li key={id}>
          <strong>{name}</strong> <span>{aside}</span>
          <span className={classes.note}>{figures.filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
