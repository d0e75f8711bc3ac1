/** Long enough to read a certificate; a photo is kept at 600 × 750. */
const lengths = { paper: 1600, photo: 1000 };
const small = 300 * 1024;

/** A picture made smaller before it travels; anything else, and what this browser cannot draw, as it is. */
export async function scaled(file: File, use: keyof typeof lengths): Promise<Blob> {
  if (!file.type.startsWith('image/') || file.size <= small) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const factor = Math.min(1, lengths[use] / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * factor);
    canvas.height = Math.round(picture.height * factor);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}
