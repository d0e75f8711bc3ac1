import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import classes from './shortcuts.module.css';

const groups: { title: string; keys: [keys: string[], does: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Search screens and students'],
      [['Esc'], 'Close what is open'],
      [['F8'], 'Go to the messages in the corner'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['/'], 'Go to the search'],
      [['j'], 'Next row'],
      [['k'], 'Row before'],
      [['Enter'], 'Open the row'],
      [['x'], 'Tick the row'],
      [['Shift', 'x'], 'Tick all rows since the last tick'],
      [['End'], 'Load more rows'],
    ],
  },
  {
    title: 'In a menu',
    keys: [
      [['↑', '↓'], 'Move'],
      [['Home', 'End'], 'First, last'],
    ],
  },
  {
    title: 'In a tour',
    keys: [[['←', '→'], 'Back, next']],
  },
];

/** The keys that there are, in the words of what they do. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      {groups.map(({ title, keys }) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl className={classes.list}>
            {keys.map(([names, does]) => (
              <div key={does}>
                <dt>
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={classes.note}>Single letters do nothing while you type in a field.</p>
    </Dialog>
  );
}
