import { type IngestSettings, ingestEndpoints } from "@gatehouse/contract/entities/ingest";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type Call, handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import type { Services } from "../../platform/services.ts";
import {
  findAddress,
  type IngestSource,
  issueSecret,
  loadPushSettings,
  type PushChanges,
  savePushChanges,
} from "./device-secret.store.ts";

interface SettingsCall {
  params: { id: number };
  read: ReadDb;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Push settings of devices and sensors. */
export const ingestRoutes = ({ secrets }: Services) => {
  async function loadOrCreate(
    kind: IngestSource["kind"],
    { params, read, write }: SettingsCall,
  ): Promise<IngestSettings> {
    const source = { kind, id: params.id };
    const existing = await loadPushSettings(read, source, secrets);
    if (existing) return existing;
    await findAddress(read, source);
    // The first request creates the secret; concurrent ones get the same.
    return write(async (tx) => {
      await issueSecret(tx, source, secrets, { isRenewed: false });
      return loadExisting(tx, source);
    });
  }

  async function loadExisting(tx: Tx, source: IngestSource): Promise<IngestSettings> {
    const found = await loadPushSettings(tx, source, secrets);
    if (!found) throw httpError("record/not-found");
    return found;
  }

  const update = (
    kind: IngestSource["kind"],
    { params, echoed, write }: SettingsCall & Pick<Call<unknown>, "echoed">,
    changes: PushChanges,
  ) =>
    write(async (tx) => {
      const source = { kind, id: params.id };
      const address = await findAddress(tx, source);
      if (changes.isByAddress && address === null) throw httpError("ingest/no-address");
      await issueSecret(tx, source, secrets, { isRenewed: false });
      await savePushChanges(tx, source, changes);
      const saved = await loadExisting(tx, source);
      rejectChangedEchoes(echoed, { ...saved });
      return saved;
    });

  const renew = (kind: IngestSource["kind"], { params, write }: SettingsCall) =>
    write(async (tx) => {
      const source = { kind, id: params.id };
      await findAddress(tx, source);
      await issueSecret(tx, source, secrets, { isRenewed: true });
      return loadExisting(tx, source);
    });

  return handle(ingestEndpoints, {
    "GET /ai-devices/{id}/ingest": (call) => loadOrCreate("device", call),
    "PUT /ai-devices/{id}/ingest": (call) => update("device", call, call.body),
    "POST /ai-devices/{id}/ingest/secret": (call) => renew("device", call),
    "GET /sensors/{id}/ingest": (call) => loadOrCreate("sensor", call),
    "PUT /sensors/{id}/ingest": (call) => update("sensor", call, call.body),
    "POST /sensors/{id}/ingest/secret": (call) => renew("sensor", call),
  });
};
