import { useEffect, useId, useRef, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { cutPicture, type Picture } from './picture.ts';
import classes from './photo-dialog.module.css';

interface CropDialogProps {
  picture: Picture;
  onDone: (photo: Blob) => void;
  onClose: () => void;
}
const mostZoom = 4;

/** Crops a picture by touch, mouse, slider or arrow keys. */
export default function CropDialog({ picture, onDone, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [busy, setBusy] = useState(false);
  const cut = useRef<Area | null>(null);
  const sliderId = useId();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Enter accepts the default crop.
    frame.current?.closest('dialog')?.querySelector<HTMLElement>('[data-use]')?.focus();
  }, []);
  const use = async () => {
    if (!cut.current || busy) return;
    setBusy(true);
    onDone(await cutPicture(picture, cut.current));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Crop photo"
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" data-use loading={busy} onClick={() => void use()}>
            Use photo
          </Button>
        </>
      }
    >
      <div ref={frame} className={classes.frame}>
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          aspect={4 / 5}
          maxZoom={mostZoom}
          keyboardStep={8}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => (cut.current = pixels)}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ 'aria-label': 'Crop area. Use the arrow keys to move it.', role: 'application' }}
        />
      </div>
      <div className={classes.zoom}>
        <label htmlFor={sliderId}>Zoom</label>
        <input
          id={sliderId}
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
      <p className={classes.note}>Drag the photo until the face fills the frame.</p>
    </Dialog>
  );
}
