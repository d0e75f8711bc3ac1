import { Link } from '@inertiajs/react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import classes from './button.module.css';

interface Look {
  /** primary: the one thing to do here; quiet: outlined; plain: words only; bad: loses something. */
  tone?: 'primary' | 'quiet' | 'plain' | 'bad';
  small?: boolean;
  icon?: ReactNode;
}

const look = ({ tone = 'quiet', small }: Look, className?: string) =>
  cx(classes.button, classes[tone], small && classes.small, className);

type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean };

/** Does something on this page. `loading` keeps its width, says so to readers and refuses a second press. */
export function Button({
  tone,
  small,
  icon,
  loading,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={look({ tone, small }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading ? <span className={classes.spinner} aria-hidden /> : icon}
      {children}
    </button>
  );
}

type LinkButtonProps = Look & Omit<ComponentProps<typeof Link>, 'as' | 'href'> & { href: string; external?: boolean };

/** Goes to another page; `external` leaves the swap aside (downloads, files). */
export function LinkButton({ tone, small, icon, className, children, external, href, ...rest }: LinkButtonProps) {
  const name = look({ tone, small }, className);
  const inside = (
    <>
      {icon}
      {children}
    </>
  );
  if (external)
    return (
      <a href={href} className={name}>
        {inside}
      </a>
    );
  return (
    <Link href={href} className={name} {...rest}>
      {inside}
    </Link>
  );
}

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> & { label: string; children: ReactNode };

/** A square button that shows only an icon; `label` names it for everyone who cannot see the icon, and as a tooltip. */
export function IconButton({ label, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <Button aria-label={label} data-tooltip={label} tone={tone} className={cx(classes.square, className)} {...rest} />
  );
}
