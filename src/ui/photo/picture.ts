/** A picture in memory, upright and resized for cropping. */
export interface Picture {
  url: string;
  width: number;
  height: number;
}
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

const longestSide = 1600;
/** The size of an uploaded photo. */
const photo = { width: 600, height: 750 };
const mostBytes = 200_000;

/** Reads a file with its camera rotation; null if the browser can't decode it. */
export async function readPicture(file: Blob): Promise<Picture | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    ];
    const blob = await draw(width, height, 0.92, (context) => context.drawImage(bitmap, 0, 0, width, height));
    bitmap.close();
    return { url: URL.createObjectURL(blob), width, height };
  } catch {
    return null;
  }
}

/** The crop as a JPEG that is small enough for slow networks. */
export async function cutPicture(picture: Picture, cut: Crop): Promise<Blob> {
  const image = new Image();
  image.src = picture.url;
  await image.decode();
  const width = Math.max(1, Math.min(photo.width, Math.round(cut.width)));
  const height = Math.round((width * photo.height) / photo.width);
  const cutAt = (quality: number) =>
    draw(width, height, quality, (context) =>
      context.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, width, height),
    );
  let blob = await cutAt(0.88);
  for (const quality of [0.75, 0.6, 0.45, 0.3]) {
    if (blob.size <= mostBytes) break;
    blob = await cutAt(quality);
  }
  return blob;
}

async function draw(width: number, height: number, quality: number, work: (context: CanvasRenderingContext2D) => void) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  // Transparent pictures get a white background.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  work(context);
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large. Choose a smaller one.'))),
      'image/jpeg',
      quality,
    ),
  );
}
