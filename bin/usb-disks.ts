import { readFileSync, realpathSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';

export interface UsbDisk {
  device: string;
  folder: string;
}

/** Mounted disks that can be pulled out: said to be removable, or attached by USB. */
export function usbDisks({ sys = '/sys', mounts = '/proc/mounts' } = {}): UsbDisk[] {
  const isPluggable = (disk: string) => {
    const block = join(sys, 'block', disk);
    return (
      readIfThere(join(block, 'removable')) === '1' || /\/usb\d+\//.test(silently(() => realpathSync(block)) ?? '')
    );
  };
  const disks = (silently(() => readdirSync(join(sys, 'block'))) ?? []).filter(isPluggable);
  const diskOf = (device: string) =>
    disks.find((disk) => device === `/dev/${disk}` || new RegExp(`^/dev/${disk}p?\\d+$`).test(device));
  const found = (readIfThere(mounts) ?? '').split('\n').flatMap((line) => {
    const [device = '', folder = '', , options = ''] = line.split(' ');
    return diskOf(device) && !options.split(',').includes('ro') ? [{ device, folder: unescaped(folder) }] : [];
  });
  // One that is mounted twice counts once.
  return found.filter(({ device }, at) => found.findIndex((other) => other.device === device) === at);
}

/** The one disk, or words about what to do. */
export function onlyUsbDisk(found: UsbDisk[]): UsbDisk {
  const [disk, ...others] = found;
  if (!disk)
    throw new CannotStart(
      'No USB stick was found. Plug one in, wait until it is open on this computer (mounted, and not read-only), then try again.',
    );
  if (others.length)
    throw new CannotStart(
      [
        'There are several USB sticks. Leave only one in, or name the folder:',
        ...found.map(({ device, folder }) => `  npm run akada -- backup ${join(folder, 'akada.tar.gz')}   (${device})`),
      ].join('\n'),
    );
  return disk;
}

/** The kernel writes spaces and the like as octal numbers. */
const unescaped = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));

const readIfThere = (path: string) => silently(() => readFileSync(path, 'utf8').trim());

function silently<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
