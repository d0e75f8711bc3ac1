import { useContext, useId } from 'react';
import { FieldNotes, FormErrors } from '#ui/forms/field.tsx';
import { featureIcons, iconWords } from './feature-icons.ts';
import { FeatureIcon } from '../shared/feature-icon.tsx';
import classes from '../shared/site.module.css';

/** A choice of icons with labels. */
export function IconField({ defaultValue }: { defaultValue: string }) {
  const id = useId();
  const error = useContext(FormErrors)['icon'];
  return (
    <fieldset className={classes.icons} data-field="icon" aria-describedby={error && `${id}-error`}>
      <legend>Icon</legend>
      <div>
        {featureIcons.map((name) => (
          <label key={name} title={iconWords(name)}>
            <input type="radio" name="icon" value={name} defaultChecked={name === defaultValue} required />
            <FeatureIcon name={name} size={22} />
            <span className="visually-hidden">{iconWords(name)}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
