import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { memory } from '#test/harness/memory.ts';
import { onlyUsbDisk, usbDisks } from '../../bin/usb-disks.ts';

const root = mkdtempSync(join(memory(), 'akada-test-usb-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A machine with a disk inside, a stick, a disk in a USB case and a card reader without a card. */
const sys = join(root, 'sys');
const blocks = {
  nvme0n1: ['pci0000:00/nvme/nvme0/nvme0n1', '0'],
  sda: ['pci0000:00/usb1/1-2/host0/block/sda', '1'],
  sdb: ['pci0000:00/usb2/2-1/host1/block/sdb', '0'],
  mmcblk0: ['platform/mmc0/block/mmcblk0', '1'],
  sdaa: ['pci0000:00/ata1/block/sdaa', '0'],
};
mkdirSync(join(sys, 'block'), { recursive: true });
for (const [disk, [at = '', removable = '']] of Object.entries(blocks)) {
  mkdirSync(join(sys, 'devices', at), { recursive: true });
  writeFileSync(join(sys, 'devices', at, 'removable'), `${removable}\n`);
  symlinkSync(join(sys, 'devices', at), join(sys, 'block', disk));
}

function mounted(...lines: string[]) {
  const mounts = join(root, 'mounts');
  const inside = ['/dev/nvme0n1p2 / ext4 rw,relatime 0 0', 'proc /proc proc rw 0 0', '/dev/sdaa1 /srv ext4 rw 0 0'];
  writeFileSync(mounts, [...inside, ...lines, ''].join('\n'));
  return usbDisks({ sys, mounts });
}

const stick = '/dev/sda1 /media/ada/SCHOOL\\040STICK vfat rw,nosuid 0 0';
const usbCase = '/dev/sdb2 /mnt/disk ext4 rw 0 0';

test('the one stick is taken, by its name as people write it', () => {
  expect(onlyUsbDisk(mounted(stick, '/dev/sda1 /mnt/again vfat rw 0 0'))).toEqual({
    device: '/dev/sda1',
    folder: '/media/ada/SCHOOL STICK',
  });
  expect(mounted(usbCase).map(({ folder }) => folder)).toEqual(['/mnt/disk']);
  expect(mounted('/dev/mmcblk0p1 /media/card vfat rw 0 0').map(({ folder }) => folder)).toEqual(['/media/card']);
});

test('without one, and with several, it says what to do', () => {
  expect(() => onlyUsbDisk(mounted())).toThrow('No USB stick was found. Plug one in');
  expect(() => onlyUsbDisk(mounted('/dev/sda1 /media/locked vfat ro,nosuid 0 0'))).toThrow('and not read-only');
  expect(() => onlyUsbDisk(mounted(stick, usbCase))).toThrow(
    'npm run akada -- backup /mnt/disk/akada.tar.gz   (/dev/sdb2)',
  );
  expect(usbDisks({ sys: join(root, 'none'), mounts: join(root, 'none') })).toEqual([]);
});
