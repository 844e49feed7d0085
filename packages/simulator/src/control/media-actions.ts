import type { MediaServer } from "../media/media-server.ts";
import { httpFaults } from "../network/http-fault.ts";
import { type Fields, parseOneOf } from "./control-fields.ts";

/** Actions on the media server, by the last segment of the path. */
export const mediaActions: Readonly<Record<string, (media: MediaServer, fields: Fields) => Promise<void>>> = {
  "set-fault": (media, { fault }) => media.setFault(parseOneOf("fault", httpFaults, fault)),
  reset: (media) => media.reset(),
};
