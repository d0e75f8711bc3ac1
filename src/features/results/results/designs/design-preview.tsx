import { useEffect, useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { CardDesign } from './card-design.ts';
import type { DesignPlaceInput } from './design-fields.ts';
import classes from './designer.module.css';

/** How long nothing is changed before the paper is drawn again. */
const pause = 700;

/** The real paper by the design as it is chosen now: of a published result, else of a made-up one. */
export function DesignPreview({ design, ...place }: DesignPlaceInput & { design: CardDesign }) {
  const address = addressOf(place, design);
  const [shown, setShown] = useState(address);
  const isPhone = useMedia(NARROW);
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), pause);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <>
      {/* Phones open a PDF in a program of their own. */}
      {!isPhone && (
        <iframe key={shown} src={`${shown}#toolbar=0&view=FitH`} title="Preview" className={classes.paper} />
      )}
      <LinkButton external href={address}>
        Open preview
      </LinkButton>
    </>
  );
}

function addressOf({ institutionId, layout, programId }: DesignPlaceInput, design: CardDesign): string {
  const query = new URLSearchParams({
    institution_id: String(institutionId),
    layout,
    content: JSON.stringify(design),
    ...(programId && { program: String(programId) }),
  });
  return `/card-designs/preview.pdf?${query.toString()}`;
}
