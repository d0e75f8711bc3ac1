import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';

/** In place of the import while choices above are not applied, so that they are not lost without a word. */
export const PendingChoices = ({ onDrop }: { onDrop: () => void }) => (
  <Card title="Import">
    <Notice tone="gold">
      You made choices above that are not applied yet. Apply them with “Save and check again” or “Apply and check
      again”.
    </Notice>
    <p className={classes.acts}>
      <Button onClick={onDrop}>Import without them</Button>
    </p>
  </Card>
);
