import { useEffect, useRef } from "react";

interface FramePictureProps {
  picture: Blob;
  label: string;
  className: string | undefined;
  isStale: boolean;
}

/**
 * LIVE-7: the latest of pictures that follow each other. A canvas keeps the one before until the next is decoded, which
 * happens beside the main thread.
 */
export function FramePicture({ picture, label, className, isStale }: FramePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = (bitmap: ImageBitmap) => {
      const target = canvas.current;
      if (!isCurrent || target === null) return bitmap.close();
      target.width = bitmap.width;
      target.height = bitmap.height;
      target.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
    };
    // A picture that can't be decoded leaves the one before.
    createImageBitmap(picture).then(draw, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [picture]);
  return <canvas ref={canvas} className={className} role="img" aria-label={label} data-stale={isStale || undefined} />;
}
