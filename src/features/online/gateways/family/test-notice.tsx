import classes from '../shared/fees.module.css';

/** On every screen of a payment that moves no money. */
export const TestNotice = () => (
  <p className={classes.test}>
    <strong>Test mode.</strong> No money will be taken.
  </p>
);
