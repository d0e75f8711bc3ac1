import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

interface Box {
  /** Relative to the top of the list, which can scroll under the pointer. */
  top: number;
  height: number;
}

interface Drag {
  from: number;
  to: number;
  boxes: Box[];
  /** Where the drag started, and how far it has moved. */
  held: number;
  moved: number;
}

/** Drags a row within its list; others make room, and the DOM changes on drop. */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(null);
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [isDragging]);

  const heightOfStep = ({ boxes, from }: Drag) =>
    boxes[from]!.height + (boxes.length > 1 ? boxes[1]!.top - boxes[0]!.top - boxes[0]!.height : 0);

  return {
    drag,
    shiftOf(at: number): string | undefined {
      if (!drag) return undefined;
      const { from, to, moved } = drag;
      if (at === from) return `translateY(${moved}px)`;
      const step = heightOfStep(drag);
      if (at > from && at <= to) return `translateY(${-step}px)`;
      return at < from && at >= to ? `translateY(${step}px)` : undefined;
    },
    handle: (from: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || !list.current) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const { top } = list.current.getBoundingClientRect();
        const boxes = [...list.current.children].map((child) => {
          const box = child.getBoundingClientRect();
          return { top: box.top - top, height: box.height };
        });
        setDrag({ from, to: from, boxes, held: event.clientY - top, moved: 0 });
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!drag || !list.current) return;
        const moved = event.clientY - list.current.getBoundingClientRect().top - drag.held;
        const lifted = drag.boxes[drag.from]!;
        const middle = lifted.top + lifted.height / 2 + moved;
        const to = drag.boxes.filter((box, at) => at !== drag.from && box.top + box.height / 2 < middle).length;
        setDrag({ ...drag, to, moved });
        // Scrolls at the edges of the window.
        if (to !== drag.to) list.current.children[to]?.scrollIntoView({ block: 'nearest' });
      },
      onPointerUp() {
        if (!drag) return;
        setDrag(null);
        onDrop(drag.from, drag.to);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}
