import classes from '../shared/fees.module.css';

/** On every screen of a payment that moves no money. */
export const TestNotice = () => (
  <p className={classes.test}>
    <strong>Test.</strong> No money is moved: this school tries payments out.
  </p>
);
