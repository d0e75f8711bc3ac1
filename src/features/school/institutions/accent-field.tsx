import { type CSSProperties, useState } from 'react';
import { contrast, readableAccent } from '#ui/theme/accent.ts';
import { ColorField } from '#ui/forms/fields.tsx';
import classes from './institution.module.css';

const grounds = {
  light: { name: 'Light', ground: '#ffffff', ink: '#1b1d28', line: '#e6e1d8', on: '#ffffff' },
  dark: { name: 'Dark', ground: '#1a1c26', ink: '#ecebf2', line: '#2c2f3d', on: '#12131a' },
} as const;

/** The institution's colour, with a preview in both colour schemes. */
export function AccentField({ defaultValue }: { defaultValue: string }) {
  const [color, setColor] = useState(defaultValue);
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  const read = (event: { target: EventTarget }) => setColor((event.target as HTMLInputElement).value);
  return (
    <div onInput={read} onChange={read}>
      <ColorField
        name="accent"
        label="Colour"
        defaultValue={defaultValue}
        help="A # and six digits 0–9 or letters a–f."
      />
      {isColor && (
        <div className={classes.preview} style={{ marginTop: 12 }}>
          {(['light', 'dark'] as const).map((scheme) => {
            const { name, ground, ink, line, on } = grounds[scheme];
            const shown = readableAccent(color, scheme);
            const style = {
              '--swatch': shown,
              '--swatch-ground': ground,
              '--swatch-ink': ink,
              '--swatch-line': line,
              '--swatch-on': on,
            } as CSSProperties;
            const changed = shown.toLowerCase() !== color.toLowerCase();
            return (
              <div key={scheme} className={classes.swatch} style={style}>
                <b>{name}</b>
                <i>A link</i>
                <span className="tabular">
                  {contrast(shown, ground).toFixed(1)} : 1{changed ? ', adjusted' : ''}
                </span>
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
