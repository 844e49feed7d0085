import { useEffect, useRef } from "react";
import { startMsePlayer } from "./mse-player.ts";

interface LiveVideoProps {
  module: string;
  camera: { id: number; name: string };
  className: string | undefined;
  onPlaying: () => void;
  onFailure: (reason: string) => void;
}

/** Live video of a camera, without sound. */
export default function LiveVideo({ module, camera: { id, name }, className, onPlaying, onFailure }: LiveVideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current === null) return;
    return startMsePlayer(element.current, { module, id }, { onPlaying, onFailure });
  }, [module, id, onPlaying, onFailure]);
  return <video ref={element} className={className} aria-label={`Live video of ${name}`} muted playsInline autoPlay />;
}
