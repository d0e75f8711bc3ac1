import { Button, IconButton } from '#ui/button.tsx';
import { IconPencil, IconTrash } from '#ui/icons.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Row } from '../row.tsx';

export const title = 'Tooltips';

export default function Tooltips() {
  return (
    <>
      <Row label="names">
        <IconButton label="Edit the record">
          <IconPencil />
        </IconButton>
        <IconButton label="Delete the record" disabled>
          <IconTrash />
        </IconButton>
        <Menu label="More for this record" items={[{ label: 'Copy' }, { label: 'Print' }]} />
      </Row>
      <Row label="says more">
        <Button data-tooltip="Nobody is notified yet">Save as a draft</Button>
        <span data-tooltip="14 Sep 2026 to 18 Dec 2026">First Term</span>
      </Row>
      <Row label="beside">
        <Button data-tooltip="At the end of its owner" data-tooltip-side="end">
          At the side
        </Button>
      </Row>
    </>
  );
}
