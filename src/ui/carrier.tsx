import { useEffect, useRef } from 'react';

interface CarrierProps {
  /** Without one it is not sent, and only stands for whether a required field is blank. */
  name?: string;
  value: string;
  required?: boolean;
  disabled?: boolean;
  /** A draft was put back. */
  onRestore?: (value: string) => void;
  /** Where the focus goes that is led here. */
  onFocus?: () => void;
}

/**
 * What a control of several parts sends under its name. It is no input of type hidden: a draft keeps it, its form hears
 * that it changed, and when it is required and blank the form is held back (1.5, 5.5).
 */
export function Carrier({ name, value, required, disabled, onRestore, onFocus }: CarrierProps) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  useEffect(() => {
    if (sent.current === value) return;
    sent.current = value;
    for (const event of ['input', 'change']) input.current?.dispatchEvent(new Event(event, { bubbles: true }));
  }, [value]);
  return (
    <input
      ref={input}
      className="visually-hidden"
      aria-hidden
      tabIndex={-1}
      autoComplete="off"
      readOnly
      data-carrier
      {...{ name, value, required, disabled, onFocus }}
      onChange={(event) => onRestore?.(event.target.value)}
    />
  );
}
