import { Dialog } from '#ui/overlays/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import classes from './shortcuts.module.css';

const groups: { title: string; keys: [keys: string[], does: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Search screens and students'],
      [['Esc'], 'Close the open dialog or menu'],
      [['F8'], 'Go to messages'],
      [['?'], 'Show these shortcuts'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['/'], 'Go to search'],
      [['j'], 'Next row'],
      [['k'], 'Previous row'],
      [['Enter'], 'Open the row'],
      [['x'], 'Tick the row'],
      [['Shift', 'x'], 'Tick all rows from the last ticked one'],
      [['b'], 'Go to the actions for ticked rows; Esc goes back'],
      [['End'], 'Load more rows'],
    ],
  },
  {
    title: 'In a grid of marks',
    keys: [
      [['Enter'], 'Next row'],
      [['Shift', 'Enter'], 'Row above'],
      [['↑', '↓', '←', '→'], 'Move between cells'],
    ],
  },
  {
    title: 'In an application',
    keys: [
      [['j'], 'Next application'],
      [['k'], 'Previous application'],
      [['s'], 'Start the review'],
      [['t'], 'Ask the applicant'],
    ],
  },
  {
    title: 'In a menu',
    keys: [
      [['↑', '↓'], 'Move'],
      [['Home', 'End'], 'First or last item'],
    ],
  },
  {
    title: 'In a tour',
    keys: [[['←', '→'], 'Back or next']],
  },
];

/** The keyboard shortcuts and their descriptions. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      {/* Longer than a low window, so the keys must be able to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role="group" aria-label="Keyboard shortcuts">
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
        <p className={classes.note}>Single-letter shortcuts are disabled while you type in a field.</p>
      </div>
    </Dialog>
  );
}
