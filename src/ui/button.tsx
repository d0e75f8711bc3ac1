import { Link, type LinkProps } from './link.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import classes from './button.module.css';

interface Look {
  /** primary: the main action; quiet: outlined; plain: text only; bad: destructive, asks first; final: does what cannot be undone. */
  tone?: 'primary' | 'quiet' | 'plain' | 'bad' | 'final';
  small?: boolean;
  icon?: ReactNode;
}

const look = ({ tone = 'quiet', small }: Look, className?: string) =>
  cx(classes.button, classes[tone], small && classes.small, className);

type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean };

/** A button. `loading` keeps its width, announces it and ignores further presses. */
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

type LinkButtonProps = Look & LinkProps & { external?: boolean };

/** A link that looks like a button; `external` loads without a page swap (downloads, files). */
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

/** The main action of a page, where it leads to another one. */
export const PrimaryLink = (props: Pick<LinkButtonProps, 'href' | 'children'>) => (
  <LinkButton tone="primary" {...props} />
);

/** The main action of a page or card. */
export const PrimaryButton = (props: Pick<ButtonProps, 'onClick' | 'children'>) => <Button tone="primary" {...props} />;

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> & { label: string; children: ReactNode };

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconButton({ label, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <Button aria-label={label} data-tooltip={label} tone={tone} className={cx(classes.square, className)} {...rest} />
  );
}
