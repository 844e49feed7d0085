import { mygateKey, type OutsideSystems } from "./external-systems.ts";

/** The systems outside the site as the control lists them, with all that is needed to set them up. */
export interface ListedOutside {
  syncAPIUrl: string;
  notifyAPIUrl: string;
  apiKey: string;
  cloudUrl: string;
  vehicles: { refId: string; plate: string; display: string }[];
  notices: Record<string, unknown>[];
  published: Record<string, unknown>[];
}

/** What the control says of the systems outside. */
export function listedOutside({ port, mygate, notices, published }: OutsideSystems): ListedOutside {
  const address = `http://127.0.0.1:${port}`;
  return {
    syncAPIUrl: `${address}/mygate/sync`,
    notifyAPIUrl: `${address}/mygate/notify`,
    apiKey: mygateKey,
    cloudUrl: `${address}/cloud/variables`,
    vehicles: mygate.vehicles().map(({ refId, plate, display }) => ({ refId, plate, display })),
    notices: notices.map(({ body }) => body),
    published: published.map(({ body }) => body),
  };
}
