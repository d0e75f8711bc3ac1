import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Tour } from '#ui/overlays/tour.tsx';

export const title = 'Help tour';

const steps = [
  {
    at: 'gallery-left',
    title: 'Beside the element',
    text: 'Below it where there is room, else above, to the right or to the left.',
  },
  { at: 'gallery-nothing', title: 'The element has gone', text: 'The card then moves to the corner, without a ring.' },
  { at: 'gallery-right', title: 'The last step', text: 'Next is disabled here, beside Done.' },
];

export default function TourSection() {
  const [isOpen, setOpen] = useState(false);
  const [end, setEnd] = useState('');
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
      <Button data-tour="gallery-left" onClick={() => setOpen(true)}>
        Show the tour
      </Button>
      <span role="status">{end}</span>
      <span data-tour="gallery-right" style={{ marginInlineStart: 'auto' }}>
        Explained last
      </span>
      {isOpen && (
        <Tour
          steps={steps}
          onEnd={(how, at) => setEnd(`It was ${how} at step ${at + 1}.`)}
          onGone={() => setOpen(false)}
        />
      )}
    </div>
  );
}
