import { Button, IconButton, LinkButton } from '#ui/button.tsx';
import { IconPencil, IconPlus } from '#ui/icons.tsx';
import { Row } from '../row.tsx';

export const title = 'Buttons';

const tones = ['primary', 'quiet', 'plain', 'bad'] as const;

export default function Buttons() {
  return (
    <>
      {tones.map((tone) => (
        <Row key={tone} label={tone}>
          <Button tone={tone}>Save the batch</Button>
          <Button tone={tone} icon={<IconPlus />}>
            Add a batch
          </Button>
          <Button tone={tone} small>
            Small
          </Button>
          <Button tone={tone} loading>
            Loading
          </Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
        </Row>
      ))}
      <Row label="others">
        <LinkButton href="#buttons">A link</LinkButton>
        <IconButton label="Edit">
          <IconPencil />
        </IconButton>
      </Row>
    </>
  );
}
