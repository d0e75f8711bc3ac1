import { LinkButton } from '#ui/button.tsx';
import { OnceShown } from '#ui/once-shown.tsx';
import classes from '#ui/once-shown.module.css';

interface RecoveryCodesProps {
  codes: string[];
  href: string;
  label: string;
}

/** Ten codes for the day the phone is lost. */
export function RecoveryCodes({ codes, href, label }: RecoveryCodesProps) {
  return (
    <OnceShown
      title="Your recovery codes"
      note="Without your phone, each of these signs you in once. Print them or write them down: they are shown only now."
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
