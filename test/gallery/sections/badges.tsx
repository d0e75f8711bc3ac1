import { Avatar } from '#ui/avatar.tsx';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { Row } from '../row.tsx';

export const title = 'Badges and figures';

export default function Badges() {
  return (
    <>
      <Row label="tones">
        {(['plain', 'good', 'bad', 'info', 'gold'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row label="states">
        {['active', 'applicant', 'suspended', 'graduated', 'withdrawn'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Row>
      <Row label="fill">
        <FillBar label="JSS 1 A" value={12} max={40} />
        <FillBar label="JSS 1 B" value={40} max={40} />
        <FillBar label="JSS 1 C" value={42} max={40} />
      </Row>
      <Row label="pieces">
        <Avatar name="Ada Obi" />
        <Kbd>Ctrl</Kbd>
        <ProgressBar value={3} max={10} label="Rows read" />
      </Row>
      <Stats>
        <Stat label="Students" value={1204} hint="in 31 batches" />
        <Stat label="On its way" value={undefined} />
      </Stats>
    </>
  );
}
