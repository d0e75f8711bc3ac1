import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { recoveryCodesPage } from '../accounts.pages.ts';

/** The answer to the first code: recovery codes, which are shown once. */
export default function RecoveryCodes({ codes, next }: PropsOfPublic<typeof recoveryCodesPage>) {
  return (
    <EntrancePage
      title="Your recovery codes"
      description="Use a code to sign in without your phone. Each works once. Print or save them now: they won’t be shown again."
    >
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="acts" data-copies=".codes">
        <a className="submit" href={next}>
          I have saved my codes
        </a>
      </div>
    </EntrancePage>
  );
}
