import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import classes from './photo-dialog.module.css';

interface CameraDialogProps {
  onPicture: (picture: Blob) => void;
  onClose: () => void;
}

/** Takes a photo with the computer's camera, which is turned off on close. */
export default function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState('');
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'user', width: { ideal: 1280 } }, audio: false })
      .then((found) => {
        stream = found;
        if (isGone) return stop();
        video.current!.srcObject = found;
      })
      .catch((error: DOMException) => setTrouble(wordsFor(error.name)));
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  const take = () => {
    const { videoWidth: width, videoHeight: height } = video.current!;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')!.drawImage(video.current!, 0, 0);
    canvas.toBlob((blob) => blob && onPicture(blob), 'image/jpeg', 0.92);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Take photo"
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          {!trouble && (
            <Button tone="primary" disabled={!ready} onClick={take}>
              Take photo
            </Button>
          )}
        </>
      }
    >
      {trouble ? (
        <p role="alert">{trouble}</p>
      ) : (
        <div className={classes.frame}>
          <video
            ref={video}
            className={classes.video}
            autoPlay
            playsInline
            muted
            aria-label="Camera preview"
            onLoadedData={() => setReady(true)}
          />
        </div>
      )}
    </Dialog>
  );
}

const wordsFor = (name: string) =>
  name === 'NotAllowedError'
    ? 'Camera access is blocked. Allow it in the address bar, or choose a file instead.'
    : 'No camera found. Connect one, or choose a file instead.';
