import { fileStem } from '#kernel/files.ts';
import { redraw, type FileKind } from '#kernel/uploaded-picture.ts';

export interface CustomUpload {
  name: string;
  mediaType: string;
  content: Buffer;
}

const longestSide = 2400;

/** Stores a PDF unchanged, and re-encodes a picture so that only its pixels remain. */
export async function customUpload(upload: {
  fileName: string;
  content: Buffer;
  kind: FileKind;
}): Promise<CustomUpload> {
  const { content, kind } = upload;
  const stem = fileStem(upload.fileName, 120) || 'File';
  // Programs that read PDF allow some bytes before the mark; here it comes first.
  if (kind === 'pdf') return { name: `${stem}.pdf`, mediaType: 'application/pdf', content };
  // Loaded on the first upload, not at startup.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  const drawn = await redraw(content, 'file', async (size) => {
    const image = new Transformer(content).rotate();
    if (Math.max(...size) > longestSide)
      image.resize({ width: longestSide, height: longestSide, fit: ResizeFit.Inside });
    return kind === 'png' ? image.png() : kind === 'jpeg' ? image.jpeg(85) : image.webp(85);
  });
  return { name: `${stem}.${kind === 'jpeg' ? 'jpg' : kind}`, mediaType: `image/${kind}`, content: drawn };
}
