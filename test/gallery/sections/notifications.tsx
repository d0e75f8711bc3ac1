import { Button } from '#ui/button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Row } from '../row.tsx';

export const title = 'Notifications area';

let said = 0;

export default function Notifications() {
  return (
    <Row label="Messages of this visit">
      <Button onClick={() => toast({ message: `Saved, ${(said += 1)}.`, tone: 'good' })}>Good news</Button>
      <Button onClick={() => toast({ message: `There is something to know, ${(said += 1)}.` })}>
        Something to know
      </Button>
      <Button onClick={() => toast({ message: `JSS 1 A is full, ${(said += 1)}.`, tone: 'bad' })}>A refusal</Button>
      <Button
        onClick={() =>
          toast({
            message: '40 students are in JSS 1 A.',
            tone: 'good',
            undo: { run: () => void toast({ message: 'Undone.' }) },
          })
        }
      >
        With an undo
      </Button>
    </Row>
  );
}
