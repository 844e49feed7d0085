import { type ExternalSystems, mygateApiKey } from "./external-systems.ts";

/** The external systems in the control API, with everything needed to configure them. */
export interface ExternalSystemsView {
  syncAPIUrl: string;
  notifyAPIUrl: string;
  apiKey: string;
  cloudUrl: string;
  vehicles: { refId: string; plate: string; display: string }[];
  notices: Record<string, unknown>[];
  published: Record<string, unknown>[];
}

/** Describes the external systems. */
export function toExternalSystemsView({ port, mygate, notices, published }: ExternalSystems): ExternalSystemsView {
  const address = `http://127.0.0.1:${port}`;
  return {
    syncAPIUrl: `${address}/mygate/sync`,
    notifyAPIUrl: `${address}/mygate/notify`,
    apiKey: mygateApiKey,
    cloudUrl: `${address}/cloud/variables`,
    vehicles: mygate.vehicles().map(({ refId, plate, display }) => ({ refId, plate, display })),
    notices: notices.map(({ body }) => body),
    published: published.map(({ body }) => body),
  };
}
