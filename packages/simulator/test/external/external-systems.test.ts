import type { OutsideTransport } from "@gatehouse/drivers/mygate/mygate";
import { pullChanges, sendNotice } from "@gatehouse/drivers/mygate/mygate";
import { afterAll, afterEach, expect, it } from "vitest";
import { listedOutside } from "../../src/external/external-systems-view.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
afterAll(() => site.close());
afterEach(() => site.outside.reset());

const http: OutsideTransport = async ({ method, url, headers = {}, body }) => {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const contentType = answer.headers.get("content-type") ?? "";
  return { ok: true, value: { status: answer.status, contentType, text: await answer.text() } };
};
const account = () => ({ ...listedOutside(site.outside), deviceId: "dev" });
const play = (action: string, fields: object) =>
  fetch(`${site.controlUrl}/outside/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });

it("INT-2 the simulated MyGate lists its vehicles over several pages, then only what changed", async () => {
  const whole = await pullChanges(account(), 0, http);
  if (!whole.ok) throw new Error(whole.failure.detail);
  expect(whole.value.upserted).toHaveLength(site.outside.mygate.vehicles().length);
  expect(whole.value.upserted.length).toBeGreaterThan(20);

  await play("add-vehicle", { plate: "KA 01 AA 1", display: "Flat 9" });
  await play("drop-vehicle", { refId: whole.value.upserted[0]?.refId });
  expect(await pullChanges(account(), whole.value.upTo, http)).toMatchObject({
    ok: true,
    value: { isWhole: false, upserted: [{ plate: "KA 01 AA 1" }], deleted: [whole.value.upserted[0]?.refId] },
  });
});

it("INT-2 the simulated MyGate keeps the notices it took", async () => {
  const notice = {
    refId: "a",
    kind: "LPN",
    entity: "VEHICLE",
    plate: "X",
    direction: "IN",
    status: "GRANTED",
  } as const;
  expect(await sendNotice(account(), { ...notice, at: new Date(0).toISOString() }, http)).toEqual({
    ok: true,
    value: null,
  });
  expect(listedOutside(site.outside).notices).toMatchObject([{ access_uuid_captured: "X" }]);
});

it("INT-1 the simulated MyGate wants its key", async () => {
  const pulled = await pullChanges({ ...account(), apiKey: "wrong" }, 0, http);
  expect(pulled).toMatchObject({ ok: false, failure: { kind: "wrong-credentials" } });
});

it("shows MyGate and the cloud on the control page", async () => {
  const text = await (await fetch(site.controlUrl)).text();
  expect(text).toContain("MyGate and the cloud");
});
