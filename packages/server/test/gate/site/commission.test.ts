import type { Commission } from "@gatehouse/contract/entities/commission";
import type { SlotController } from "@gatehouse/contract/entities/slot-controller";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { samples } from "./samples.ts";

const server = await testServer();
const commission = async () => (await server.call<Commission>("POST /pzapp/commission")).body;

let keys = 0;
async function key(purpose: string): Promise<string> {
  keys += 1;
  const { body } = await server.call<{ key: string }>("POST /integration-keys", {
    body: { name: `${purpose} ${keys}`, purpose },
  });
  return body.key;
}

describe("commissioning", () => {
  it("MOD-2 publishes all devices with a version and a checksum, and marks them", async () => {
    expect((await server.call("GET /pzapp/commission")).body).toBeNull();
    await server.call("POST /boom-barriers", { body: samples.boomBarrier({ name: "North" }) });
    await server.call("POST /sensors", { body: samples.loop() });
    await server.call("POST /displays/grid", { body: samples.grid() });

    const first = await commission();
    expect(first).toMatchObject({
      version: 1,
      by: "admin",
      counts: { sensors: 1, boomBarriers: 1, buzzers: 0, displays: 1 },
      refused: [],
      fetchedAt: null,
    });
    const { body } = await server.call<{ commissionedAt: string }[]>("GET /boom-barriers");
    expect(body[0]?.commissionedAt).toBe(first.at);
  });

  it("MOD-2 LIVE-12 hands over slot controllers with their addresses and protocol", async () => {
    const device = { vendor: "pz_qube", label: "Qube", scope: "epld" };
    const { body: qube } = await server.call<{ id: number }>("POST /ai-devices", { body: device });
    const additionalInfo = { ip: "127.10.0.9", port: 8000, slots: 2, prp: "udp", adr: "00:11:22:33:44:55" };
    const draft = { aiDeviceId: qube.id, uid: "1", name: "Row A", additionalInfo };
    const { body: added } = await server.call<SlotController>("POST /slot-controllers", { body: draft });
    expect(added.commissionedAt).toBeNull();
    const { at, counts } = await commission();
    expect(counts.slotControllers).toBe(1);
    const config = await server.call("GET /pzapp/config", {}, await key("commissioning"));
    expect(config.body).toMatchObject({ slotControllers: [{ id: added.id, uid: "1", name: "Row A", additionalInfo }] });
    const listed = await server.call<SlotController[]>("GET /slot-controllers", { query: { scope: "epld" } });
    expect(listed.body[0]?.commissionedAt).toBe(at);
  });

  it("MOD-2 gives the same checksum for the same devices and another after a change", async () => {
    const [first, second] = [await commission(), await commission()];
    expect(second.checksum).toBe(first.checksum);
    await server.call("POST /buzzers", {
      body: samples.buzzer({ additionalInfo: { port: 502, drv: "x", rel: 7, ser: 1, tmr: 1 } }),
    });
    expect((await commission()).checksum).not.toBe(first.checksum);
  });

  it("MOD-2 leaves out a device whose output is in use, with the reason", async () => {
    const horn = samples.buzzer({ name: "Horn" });
    const { ip, port, drv, rel } = horn.additionalInfo;
    const lamp = samples.binary({ name: "On the same relay", additionalInfo: { ip, port, drv, rel, tmr: 1 } });
    await server.call("POST /buzzers", { body: horn });
    await server.call("POST /displays/binary", { body: lamp });
    const { refused } = await commission();
    const reason = `"Horn" already uses output ${rel} of 127.10.0.5:502`;
    expect(refused).toEqual([expect.objectContaining({ name: "On the same relay", reason })]);
  });

  it("MOD-2 is fetched with a separate key, and the card shows when", async () => {
    const last = await commission();
    const { status, body } = await server.call<{ checksum: string; boomBarriers: { name: string }[] }>(
      "GET /pzapp/config",
      {},
      await key("commissioning"),
    );
    expect(status).toBe(200);
    expect(body.checksum).toBe(last.checksum);
    expect(body.boomBarriers[0]?.name).toBe("North");
    expect((await server.call<Commission>("GET /pzapp/commission")).body.fetchedAt).not.toBeNull();
  });

  it("rejects people, anonymous callers and keys for other purposes", async () => {
    expect((await server.call("GET /pzapp/config")).status).toBe(401);
    expect((await server.call("GET /pzapp/config", {}, "ghk_nonsense")).status).toBe(401);
    expect((await server.call("GET /pzapp/config", {}, await key("integration"))).status).toBe(401);
  });
});
