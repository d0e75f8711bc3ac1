import { Link } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { IconUpload } from '#ui/icons.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useDrop } from '#ui/use-drop.ts';
import type { Pictured } from '../match-photos.ts';
import classes from './photos.module.css';

interface PhotoGuideProps {
  people: Pictured;
  onChoose: () => void;
  onDropped: (files: File[]) => void;
}

/** Before the first picture: where the number stands, how a file is named by it, and a place to drop them all. */
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
            It stands beside each name in <Link href={address.href(`/${people}`, { sort: 'name' })}>the list</Link>, on
            the record and on the ID card.
          </p>
          <p className={classes.sample} aria-hidden>
            <span>{name}</span> <mark>{shown}</mark>
          </p>
        </li>
        <li>
          <h2>Name each picture by it</h2>
          <p>
            {people === 'students'
              ? 'A file’s name cannot hold a slash: write - or _ in its place. Capitals do not matter.'
              : 'For a slash write - or _. Capitals do not matter.'}
          </p>
          <ul className={classes.files} aria-label={`Names that all mean ${shown}`}>
            {files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <h2>Choose them all</h2>
          <p>
            Each is cropped to a portrait and replaces the photo that is there, except one that somebody else adds
            meanwhile. Pictures that match nobody are listed, to be renamed and chosen again.
          </p>
          <div className={cx(classes.drop, isOver && classes.over)} {...place}>
            <Button icon={<IconUpload />} onClick={onChoose}>
              Choose pictures
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
