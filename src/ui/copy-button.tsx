import type { RefObject } from 'react';
import { Button } from './button.tsx';
import { IconCopy } from './icons.tsx';
import { toast } from './overlays/toast.ts';

interface CopyButtonProps {
  text: string;
  /** The element that shows the text. */
  shown: RefObject<HTMLElement | null>;
  /** What is copied, for screen readers: 'account number'. */
  what?: string;
  small?: boolean;
}

/** Copies a text. Without https browsers copy only a selection, so it is selected. */
export function CopyButton({ text, shown, what, small }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: 'Copied.', tone: 'good' });
    } catch {
      window.getSelection()?.selectAllChildren(shown.current!);
      toast({ message: 'Press Ctrl+C to copy the selected text.' });
    }
  };
  return (
    <Button small={small} icon={<IconCopy size={16} />} aria-label={what && `Copy ${what}`} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
