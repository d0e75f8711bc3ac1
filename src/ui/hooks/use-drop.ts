import { type DragEvent, useState } from 'react';

/** A drop area for files: whether files are over it, and its event handlers. */
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
