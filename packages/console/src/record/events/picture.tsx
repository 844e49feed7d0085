import { eventTexts } from "@gatehouse/contract/entities/event.messages";
import { IconPhotoOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLiveState } from "../../api/live-link.ts";

/** Alternative text and messages of each image. */
export const pictureTexts = {
  fullImage: { alt: "Vehicle", failed: eventTexts.vehicleImageFailed, none: "No vehicle image" },
  lpImage: { alt: "License plate", failed: eventTexts.plateImageFailed, none: "No license plate image" },
} as const;

interface PictureProps {
  which: keyof typeof pictureTexts;
  /** Null if there is no image. */
  address: string | null;
  isSmall?: boolean;
  className: string | undefined;
  /** Rendered instead of an image that is missing or can't be loaded. */
  renderMissing: (text: string, isFailed: boolean) => ReactNode;
}

/** An image of an event, or a replacement. */
export function Picture({ which, address, isSmall = false, className, renderMissing }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const { alt, failed: error, none } = pictureTexts[which];
  if (address === null) return renderMissing(none, false);
  if (failed === address)
    return (
      <>
        <Reconnection onReconnect={() => setFailed(undefined)} />
        {renderMissing(error, true)}
      </>
    );
  return (
    <img
      className={className}
      src={isSmall ? `${address}?size=small` : address}
      alt={alt}
      loading="lazy"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
}

/** Retries a failed image once the server is back. */
function Reconnection({ onReconnect }: { onReconnect: () => void }) {
  const link = useLiveState().kind;
  const before = useRef(link);
  const retry = useEffectEvent(onReconnect);
  useEffect(() => {
    if (link === "connected" && before.current !== link) retry();
    before.current = link;
  }, [link]);
  return null;
}

/** Icon for a missing image. */
export const NoPicture = ({ text }: { text: string }) => <IconPhotoOff size={16} role="img" aria-label={text} />;
