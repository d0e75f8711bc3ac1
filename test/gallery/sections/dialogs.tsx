import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Row } from '../row.tsx';

export const title = 'Dialogs, menus and toasts';

export default function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState('');
  const ask = async () => {
    const yes = await confirm({
      title: 'Delete JSS 1 A?',
      body: 'Its course offerings are deleted with it.',
      action: 'Delete batch',
      tone: 'bad',
    });
    setAnswer(yes ? 'Deleted.' : 'Cancelled.');
  };
  return (
    <>
      <Row label="dialogs">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Button tone="bad" onClick={() => void ask()}>
          Confirm a deletion
        </Button>
        <span role="status">{answer}</span>
      </Row>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="A dialog">
        <p>It holds the focus until it is closed.</p>
      </Dialog>
      <Row label="menu">
        <Menu
          label="Actions"
          items={[
            { label: 'Edit', hint: 'E' },
            { label: 'Duplicate' },
            { label: 'Comfortable', checked: true, group: 'Density' },
            { label: 'Compact', checked: false },
            { label: 'Delete…', tone: 'bad', group: true },
          ]}
        />
      </Row>
      <Row label="toasts">
        {(['good', 'info', 'bad'] as const).map((tone) => (
          <Button key={tone} onClick={() => toast({ message: `This is a ${tone} one.`, tone })}>
            Say something {tone}
          </Button>
        ))}
        <Button
          onClick={() =>
            toast({ message: '3 students moved.', tone: 'good', undo: { run: () => void setAnswer('Undone.') } })
          }
        >
          With a way back
        </Button>
      </Row>
    </>
  );
}
