import { type IngestSettings, ingestEndpoints } from "@gatehouse/contract/entities/ingest/ingest.endpoints";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import { addressOf, type IngestSource, issueSecret, loadPushSettings, setByAddress } from "./device-secret.store.ts";

interface Ask {
  params: { id: number };
  read: ReadDb;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** INT-3: how devices and sensors send their events. */
export const ingestRoutes = ({ secrets }: Services) => {
  async function settings(kind: IngestSource["kind"], { params, read, write }: Ask): Promise<IngestSettings> {
    const source = { kind, id: params.id };
    const known = await loadPushSettings(read, source, secrets);
    if (known) return known;
    await addressOf(read, source);
    // Whoever looks first makes the secret; two who look at once get the same.
    return write(async (tx) => {
      await issueSecret(tx, source, secrets, { isRenewed: false });
      return now(tx, source);
    });
  }

  async function now(tx: Tx, source: IngestSource): Promise<IngestSettings> {
    const found = await loadPushSettings(tx, source, secrets);
    if (!found) throw refuse("record/not-found");
    return found;
  }

  const change = (kind: IngestSource["kind"], { params, write }: Ask, isByAddress: boolean) =>
    write(async (tx) => {
      const source = { kind, id: params.id };
      const address = await addressOf(tx, source);
      if (isByAddress && address === null) throw refuse("ingest/no-address");
      await issueSecret(tx, source, secrets, { isRenewed: false });
      await setByAddress(tx, source, isByAddress);
      return now(tx, source);
    });

  const renew = (kind: IngestSource["kind"], { params, write }: Ask) =>
    write(async (tx) => {
      const source = { kind, id: params.id };
      await addressOf(tx, source);
      await issueSecret(tx, source, secrets, { isRenewed: true });
      return now(tx, source);
    });

  return handle(ingestEndpoints, {
    "GET /ai-devices/{id}/ingest": (call) => settings("device", call),
    "PUT /ai-devices/{id}/ingest": (call) => change("device", call, call.body.isByAddress),
    "POST /ai-devices/{id}/ingest/secret": (call) => renew("device", call),
    "GET /sensors/{id}/ingest": (call) => settings("sensor", call),
    "PUT /sensors/{id}/ingest": (call) => change("sensor", call, call.body.isByAddress),
    "POST /sensors/{id}/ingest/secret": (call) => renew("sensor", call),
  });
};
