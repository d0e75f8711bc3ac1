import { FormSection } from './edit-form.tsx';
import classes from './notation-field.module.css';

interface NotationFieldProps {
  name: string;
  value: 'point' | 'comma';
  onChange: (notation: 'point' | 'comma') => void;
  /** A cell of the file, and how it is read; null if it can't be. */
  example: { value: string; row: number; read: string | null };
  /** No cell shows the sign beyond doubt. */
  isGuess: boolean;
  /** Cells that are written the other way. */
  contradicting: number;
}

/** Which sign stands before the decimals in a file: shown with a cell of it, changed with one click. */
export function NotationField({ name, value, onChange, example, isGuess, contradicting }: NotationFieldProps) {
  const { read, row } = example;
  return (
    <FormSection
      title="Amounts"
      description={
        <>
          {`“${example.value}” in row ${row} ${read === null ? 'can’t be read this way' : `is read as ${read}`}.`}
          {isGuess && ' No cell has both separators, so check this one.'}
          {contradicting > 0 &&
            ` ${contradicting === 1 ? '1 cell is' : `${contradicting} cells are`} written the other way and will be reported.`}
        </>
      }
    >
      <div className={classes.choices} role="radiogroup" aria-label="Decimal separator">
        {(['point', 'comma'] as const).map((notation) => (
          <label key={notation}>
            <input
              type="radio"
              name={name}
              value={notation}
              checked={value === notation}
              onChange={() => onChange(notation)}
            />
            {notation === 'point' ? 'Decimal point: 1,234.50' : 'Decimal comma: 1.234,50'}
          </label>
        ))}
      </div>
    </FormSection>
  );
}
