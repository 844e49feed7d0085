import {
  type MappingDraft,
  type MappingPreview,
  type PayloadMapping,
  type PayloadMappingState,
  payloadMappingEndpoints,
} from "@gatehouse/contract/entities/payload-mapping";
import { previewMapping } from "@gatehouse/drivers/plate-feeds/mapped-feed";
import type { PayloadTree } from "@gatehouse/drivers/plate-feeds/payload-tree";
import type { SiteCache } from "../../gate/site-cache.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { refuse } from "../../platform/http/refusal.ts";
import type { Services } from "../../platform/services.ts";
import type { IngestSource } from "./device-secret.store.ts";
import { loadPayloadMapping, loadPreviousSample, savePayloadMapping } from "./payload-mapping.store.ts";

interface MappingCall {
  params: { id: number };
  person: Person;
  ifMatch: number | undefined;
  read: ReadDb;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Custom formats of devices and sensors. */
export const payloadMappingRoutes = ({ clock }: Services, siteCache: SiteCache) => {
  const sourceOf = (kind: IngestSource["kind"], { params }: MappingCall): IngestSource => ({ kind, id: params.id });

  const save = (
    kind: IngestSource["kind"],
    call: MappingCall,
    mapping: PayloadMapping | null,
  ): Promise<PayloadMappingState> =>
    call.write((tx) =>
      savePayloadMapping(tx, sourceOf(kind, call), {
        mapping,
        ifMatch: call.ifMatch,
        at: clock.now(),
        by: call.person.username,
      }),
    );

  async function preview(kind: IngestSource["kind"], call: MappingCall, draft: MappingDraft): Promise<MappingPreview> {
    const { sample } = await loadPayloadMapping(call.read, sourceOf(kind, call));
    if (sample === null) throw refuse("mapping/no-sample");
    const { configs } = await siteCache.now();
    const zone = { timeZone: configs.timeZone, receivedAt: new Date(sample.at) };
    const previous = (await loadPreviousSample(call.read, sourceOf(kind, call))) as PayloadTree | null;
    return previewMapping(draft, sample.tree as PayloadTree, zone, previous);
  }

  return handle(payloadMappingEndpoints, {
    "GET /ai-devices/{id}/payload-mapping": (call) => loadPayloadMapping(call.read, sourceOf("device", call)),
    "PUT /ai-devices/{id}/payload-mapping": (call) => save("device", call, call.body),
    "DELETE /ai-devices/{id}/payload-mapping": (call) => save("device", call, null),
    "POST /ai-devices/{id}/payload-mapping/preview": (call) => preview("device", call, call.body),
    "GET /sensors/{id}/payload-mapping": (call) => loadPayloadMapping(call.read, sourceOf("sensor", call)),
    "PUT /sensors/{id}/payload-mapping": (call) => save("sensor", call, call.body),
    "DELETE /sensors/{id}/payload-mapping": (call) => save("sensor", call, null),
    "POST /sensors/{id}/payload-mapping/preview": (call) => preview("sensor", call, call.body),
  });
};
