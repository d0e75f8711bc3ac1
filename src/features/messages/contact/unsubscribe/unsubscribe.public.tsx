import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { unsubscribePage } from './unsubscribe.routes.ts';
import '#ui/public/form.css';
import './unsubscribe.css';

type Props = PropsOfPublic<typeof unsubscribePage>;

/** Refusing news by e-mail, and taking it back. */
export default function Unsubscribe({ action, school, state }: Props) {
  return (
    <div className="form unsubscribe">
      <section className="state" role="status">
        {state === 'wanted' && (
          <>
            <p className="state-name">Unsubscribe from news?</p>
            <p>
              You will no longer get news from {school} by e-mail. You still get important messages, such as receipts
              and results.
            </p>
          </>
        )}
        {state === 'refused' && (
          <>
            <p className="state-name">You will no longer get news from {school} by e-mail</p>
            <p>You still get important messages, such as receipts and results.</p>
          </>
        )}
        {state === 'someoneElse' && (
          <>
            <p className="state-name">{school} no longer sends anything to this address</p>
            <p>Thank you for telling us. The school office has been asked to correct the address.</p>
          </>
        )}
        {state === 'office' && (
          <>
            <p className="state-name">{school} sends nothing to this address</p>
            <p>The school office has blocked it, or e-mails to it were returned. Ask the office to change this.</p>
          </>
        )}
      </section>
      {state === 'wanted' && <Button action={action} wish="stop" label="Unsubscribe" isStrong />}
      {state === 'refused' && <Button action={action} wish="undo" label="Undo: keep getting news" />}
      {state === 'someoneElse' && <Button action={action} wish="undo" label="Undo: this address is mine" />}
      {(state === 'wanted' || state === 'refused') && (
        <section aria-labelledby="wrong">
          <h2 id="wrong">Are you not the person this e-mail is for?</h2>
          <Button action={action} wish="wrong" label="This address belongs to someone else">
            Nothing more is sent to this address, including receipts and results.
          </Button>
        </section>
      )}
    </div>
  );
}

interface ButtonProps {
  action: string;
  wish: 'stop' | 'undo' | 'wrong';
  label: string;
  isStrong?: boolean;
  children?: string;
}

function Button({ action, wish, label, isStrong, children }: ButtonProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="wish" value={wish} />
      {children && <p>{children}</p>}
      <div className="buttons">
        <button className={isStrong ? 'button strong' : 'button'}>{label}</button>
      </div>
    </form>
  );
}
