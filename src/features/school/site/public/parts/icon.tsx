/** Tabler's drawings as text: those of the frame, then those of features (items/feature-icons.ts). */
const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/@tabler/icons/icons/outline/{arrow-right,arrow-up,login-2,mail,map-pin,menu-2,news,phone,rss,search}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{school,book,books,chalkboard,certificate,trophy,microscope,flask}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{atom,calculator,code,device-laptop,language,music,palette}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{ball-football,swimming,users,heart,shield-check,stethoscope}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{tools,tools-kitchen-2,bed,bus,building,plant,bulb,calendar,world}.svg',
  ],
  { query: '?raw', import: 'default', eager: true, exhaustive: true },
);

const outlines = new Map(
  Object.entries(files).map(([file, drawing]) => [/([\w-]+)\.svg$/.exec(file)![1], outlineOf(drawing)]),
);

/** All paths of a drawing as one; the first is an empty background. */
function outlineOf(drawing: string): string {
  const shapes = drawing.match(/<path [^>]*\/>/g) ?? [];
  const outline = shapes.filter((shape) => !shape.includes('stroke="none"'));
  return outline.map((shape) => /\bd="([^"]+)"/.exec(shape)![1]).join('');
}

/** An icon by name; unknown names get the school icon. */
export const Icon = ({ name, size = 20 }: { name: string; size?: number }) => (
  <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={outlines.get(name) ?? outlines.get('school')} />
  </svg>
);
