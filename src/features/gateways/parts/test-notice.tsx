import classes from './fees.module.css';

/** On every screen of a payment that moves no money. */
export const TestNotice = ({ provider }: { provider: string }) => (
  <p className={classes.test}>
    <strong>Test.</strong> Payments through {provider} move no money here.
  </p>
);
