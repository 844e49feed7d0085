import type { IntegrationTransport } from "@gatehouse/drivers/mygate/mygate";
import { pullChanges, sendNotice } from "@gatehouse/drivers/mygate/mygate";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { toExternalSystemsView } from "../../src/external/external-systems-view.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { postAction } from "../control-client.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
afterAll(() => site.close());
afterEach(() => site.external.reset());

const http: IntegrationTransport = async ({ method, url, headers = {}, body }) => {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const contentType = response.headers.get("content-type") ?? "";
  return { ok: true, value: { status: response.status, contentType, text: await response.text() } };
};
const toAccount = () => ({ ...toExternalSystemsView(site.external), deviceId: "dev" });

describe("the simulated MyGate", () => {
  it("INT-2 lists all vehicles over several pages, then only the changes", async () => {
    const all = await pullChanges(toAccount(), 0, http);
    if (!all.ok) throw new Error(all.failure.detail);
    expect(all.value.upserted).toHaveLength(site.external.mygate.vehicles().length);
    expect(all.value.upserted.length).toBeGreaterThan(20);

    await postAction(site.controlUrl, "/external/add-vehicle", { plate: "KA 01 AA 1", display: "Flat 9" });
    await postAction(site.controlUrl, "/external/drop-vehicle", { refId: all.value.upserted[0]?.refId });
    expect(await pullChanges(toAccount(), all.value.upTo, http)).toMatchObject({
      ok: true,
      value: { isWhole: false, upserted: [{ plate: "KA 01 AA 1" }], deleted: [all.value.upserted[0]?.refId] },
    });
  });

  it("INT-2 stores received notices", async () => {
    const notice = {
      refId: "a",
      kind: "LPN",
      entity: "VEHICLE",
      plate: "X",
      direction: "IN",
      status: "GRANTED",
    } as const;
    expect(await sendNotice(toAccount(), { ...notice, at: new Date(0).toISOString() }, http)).toEqual({
      ok: true,
      value: null,
    });
    expect(toExternalSystemsView(site.external).notices).toMatchObject([{ access_uuid_captured: "X" }]);
  });

  it("INT-1 rejects a wrong API key", async () => {
    const pulled = await pullChanges({ ...toAccount(), apiKey: "wrong" }, 0, http);
    expect(pulled).toMatchObject({ ok: false, failure: { kind: "wrong-credentials" } });
  });
});
