import { LinkButton } from '#ui/button.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';
import classes from '#ui/records/once-shown.module.css';

/** Recovery codes, for signing in without the phone. */
export function RecoveryCodes({ codes, href, label }: { codes: string[]; href: string; label: string }) {
  return (
    <OnceShown
      title="Your recovery codes"
      note="Use a code to sign in without your phone. Each works once. Print or save them now: they won’t be shown again."
      text={codes.join('\n')}
      done={
        <LinkButton tone="primary" href={href} external>
          {label}
        </LinkButton>
      }
    >
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </OnceShown>
  );
}
