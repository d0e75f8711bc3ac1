/**
 * Stands in for `es-toolkit`, from which Inertia takes what lodash has for every kind of value (4 KB gzip). A page's
 * props are JSON, paths are names with dots, and what is neither an array nor a plain object is passed on as it is.
 * vite.config.ts aliases the package to this file.
 */
type Path = string | (string | number)[];
type Values = Record<string | number, unknown>;

export const toPath = (path: Path): (string | number)[] => (Array.isArray(path) ? path : path.split('.'));

export function get(object: unknown, path: Path): unknown {
  const own = object as Values | null | undefined;
  if (typeof path === 'string' && own?.[path] !== undefined) return own[path];
  return toPath(path).reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], object);
}

export const has = (object: unknown, path: Path): boolean => get(object, path) !== undefined;

export function set(object: unknown, path: Path, value: unknown): unknown {
  const keys = toPath(path);
  const last = keys.at(-1)!;
  if (keys.some((key) => key === '__proto__' || key === 'constructor')) return object;
  let place = object as Values;
  keys.slice(0, -1).forEach((key, at) => {
    if (!isObject(place[key])) place[key] = /^\d+$/.test(String(keys[at + 1])) ? [] : {};
    place = place[key] as Values;
  });
  place[last] = value;
  return object;
}

export function cloneDeep<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(cloneDeep) as Value;
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cloneDeep(each)])) as Value;
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (!(Array.isArray(one) || isPlain(one)) || !(Array.isArray(other) || isPlain(other))) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual((one as Values)[key], (other as Values)[key]))
  );
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

function isPlain(value: unknown): value is Values {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
