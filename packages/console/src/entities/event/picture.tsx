import { eventTexts } from "@gatehouse/contract/entities/event/event.messages";
import { IconPhotoOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLiveState } from "../../api/live-link.ts";

/** What a picture shows, and what is said when it cannot be had. */
export const pictureWords = {
  fullImage: { alt: "Vehicle", failed: eventTexts.vehicleImageFailed, none: "No vehicle image" },
  lpImage: { alt: "License plate", failed: eventTexts.plateImageFailed, none: "No license plate image" },
} as const;

interface PictureProps {
  which: keyof typeof pictureWords;
  /** Undefined or null where there is none. */
  address: string | null;
  isSmall?: boolean;
  className: string | undefined;
  /** Stands in the picture's place when there is none, or when it cannot be loaded. */
  without: (words: string, isFailed: boolean) => ReactNode;
}

/** EVT-3: a picture of an event, or words in its place. */
export function Picture({ which, address, isSmall = false, className, without }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const link = useLiveState().kind;
  // What could not be had while the server was away is there again with it.
  useEffect(() => {
    if (link === "connected") setFailed(undefined);
  }, [link]);
  const { alt, failed: failure, none } = pictureWords[which];
  if (address === null) return without(none, false);
  if (failed === address) return without(failure, true);
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

/** The quiet icon of a picture that is not there. */
export const NoPicture = ({ words }: { words: string }) => <IconPhotoOff size={16} role="img" aria-label={words} />;
