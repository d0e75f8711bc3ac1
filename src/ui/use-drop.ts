import { type DragEvent, useState } from 'react';

/** A place on which files are dropped: whether some are held over it, and what it listens to. */
export function useDrop(onDropped: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    place: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        onDropped(event.dataTransfer.files);
      },
    },
  };
}
