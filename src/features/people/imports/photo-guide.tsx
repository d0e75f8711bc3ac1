import { Link } from '#ui/link.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { cx } from '#ui/cx.ts';
import { IconUpload } from '#ui/icons.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useDrop } from '#ui/hooks/use-drop.ts';
import type { PhotoSubject } from './photos/match-photos.ts';
import classes from './photos.module.css';

interface PhotoGuideProps {
  people: PhotoSubject;
  onChoose: () => void;
  onDropped: (files: File[]) => void;
}

/** Instructions shown before the first photo, with a drop area. */
export function PhotoGuide({ people, onChoose, onDropped }: PhotoGuideProps) {
  const address = useAddress();
  const { isOver, place } = useDrop((files) => onDropped([...files].filter(({ type }) => type.startsWith('image/'))));
  const { number, name, shown, files } = words[people];
  return (
    <Card>
      <ol className={classes.steps}>
        <li>
          <h2>Find the {number}</h2>
          <p>
            It is next to each name in <Link href={address.href(`/${people}`, { sort: 'name' })}>the list</Link>, on the
            record and on the ID card.
          </p>
          <p className={classes.sample} aria-hidden>
            <span>{name}</span> <mark>{shown}</mark>
          </p>
        </li>
        <li>
          <h2>Name each photo with it</h2>
          <p>
            {people === 'students'
              ? 'A file name can’t contain a slash: use - or _ instead. Case doesn’t matter.'
              : 'Replace a slash with - or _. Case doesn’t matter.'}
          </p>
          <ul className={classes.files} aria-label={`File names for ${shown}`}>
            {files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <h2>Choose all photos</h2>
          <p>
            Each photo is cropped to a portrait and replaces the current photo, unless a colleague has just added one.
            Photos without a match are listed so that you can rename and upload them again.
          </p>
          <div className={cx(classes.drop, isOver && classes.over)} {...place}>
            <Button icon={<IconUpload />} onClick={onChoose}>
              Choose photos
            </Button>
            <span>or drop them here</span>
          </div>
        </li>
      </ol>
    </Card>
  );
}

const words = {
  students: {
    number: 'admission number',
    name: 'Obi, Ada Ngozi',
    shown: '2026/0014',
    files: ['2026-0014.jpg', '2026_0014.JPG', '2026-0014 (1).jpeg'],
  },
  employees: {
    number: 'employee number',
    name: 'Bello, Musa',
    shown: 'E0014',
    files: ['E0014.jpg', 'e0014.PNG', 'E0014 (1).jpeg'],
  },
};
