import type { LookAlikePair } from "@gatehouse/contract/entities/data-quality";
import { lookAlikeErrors } from "@gatehouse/contract/entities/data-quality.messages";
import { describe, expect, it } from "vitest";
import { accessSite } from "../../access/rules/access-site.ts";

const site = await accessSite();
const { server } = site;

const listPairs = async () =>
  (await server.call<{ pairs: LookAlikePair[]; isTruncated: boolean }>("GET /access/look-alikes")).body.pairs;
const findPair = async (normalized: string) =>
  (await listPairs()).find(({ one, other }) => [one.normalized, other.normalized].includes(normalized));
const save = async (one: string, other: string, requirement: string) => {
  const response = await server.call("PUT /access/look-alikes", { body: { one, other, requirement } });
  await site.settle();
  return response;
};
const readWith = async (gate: { id: number; secret: string }, plate: string, over: Record<string, unknown> = {}) => {
  expect((await site.push(gate, site.plateEvent(plate, over))).statusCode).toBe(200);
  const [event] = await site.events<{ id: number; isGranted: boolean }>("ac", { search: plate });
  return event;
};

describe("look-alike plates", () => {
  it("RULE-10 lists pairs one confusable character apart, with their read counts, and no others", async () => {
    await site.register("KA 01 AB 1000");
    await site.register("KA 01 A8 1000");
    // Two characters apart, one that is not confusable, and another length.
    for (const plate of ["KAO1A81OOO", "KA01AC1000", "KA01AB100"]) await site.register(plate);
    await site.tag("KA01AB1OOO", "KA01AB1000");
    const gate = await site.gate();
    await readWith(gate, "KA01AB1000");
    await readWith(gate, "KA01AB1000");
    await site.parts.quality.flush();
    expect(await findPair("KA01AB1000")).toEqual({
      one: { iid: "KA 01 A8 1000", normalized: "KA01A81000", ownerName: null, reads: 0, lastReadAt: null },
      other: {
        iid: "KA 01 AB 1000",
        normalized: "KA01AB1000",
        ownerName: null,
        reads: 2,
        lastReadAt: expect.any(String),
      },
      position: 5,
      requirement: "none",
    });
    const plates = (await listPairs()).flatMap(({ one, other }) => [one.normalized, other.normalized]);
    expect(plates).toEqual(["KA01A81000", "KA01AB1000"]);
  });

  it("RULE-10 a pair that requires a confident read denies an uncertain one and says why", async () => {
    await site.register("MH 12 SS 2000");
    await site.register("MH 12 S5 2000");
    const gate = await site.gate();
    expect((await save("MH 12 S5 2000", "mh12ss2000", "exact-read")).body).toEqual({
      one: "MH12S52000",
      other: "MH12SS2000",
      requirement: "exact-read",
    });
    const uncertain = await readWith(gate, "MH12SS2000", { confidence: 0.62 });
    expect(uncertain?.isGranted).toBe(false);
    const { body } = await server.call("GET /events/{module}/{id}/why", {
      params: { module: "ac", id: uncertain?.id },
    });
    expect(body).toMatchObject({
      reasonCode: "deny.look-alike",
      nearestFix: "Read the plate with a confidence of at least 90%; it was 62%",
      commands: [],
    });
    // A better read of the same passage opens.
    expect((await readWith(gate, "MH12SS2000", { confidence: 0.97 }))?.isGranted).toBe(true);
    expect((await findPair("MH12SS2000"))?.requirement).toBe("exact-read");
    expect(await site.whatIf(gate.gateId, "MH12SS2000")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.look-alike",
    });
  });

  it("RULE-10 a pair that requires plate and tag waits for the tag, until the requirement is removed", async () => {
    const reader = await site.reader("Pair reader");
    const gate = await site.gate({ sensorId: reader.id });
    await site.register("DL 3C ZZ 3000");
    await site.register("DL 3C Z2 3000");
    await site.tag("E2000P01", "DL 3C ZZ 3000");
    expect((await save("DL3CZZ3000", "DL3CZ23000", "second-factor")).status).toBe(200);
    expect((await readWith(gate, "DL3CZZ3000", { confidence: 0.99 }))?.isGranted).toBe(false);
    const tag = { type: "tag", id: "pair-1", tag: "E2000P01", at: server.clock.now().toISOString() };
    expect((await site.push(reader, tag, `/api/ingest/sensor-${reader.id}`)).statusCode).toBe(200);
    const [opened] = await site.events<{ isGranted: boolean }>("rfid-ac", { search: "E2000P01" });
    expect(opened?.isGranted).toBe(true);
    expect((await save("DL3CZZ3000", "DL3CZ23000", "none")).status).toBe(200);
    expect((await site.whatIf(gate.gateId, "DL3CZ23000")).isGranted).toBe(true);
    expect((await findPair("DL3CZZ3000"))?.requirement).toBe("none");
  });

  it.each([
    ["an unregistered plate", { one: "NOT1HERE", other: "KA01AB1000" }, "one", lookAlikeErrors.notRegistered],
    ["plates that don't look alike", { one: "KA01AC1000", other: "KA01AB1000" }, "other", lookAlikeErrors.notAlike],
    ["the same plate twice", { one: "KA01AB1000", other: "KA01AB1000" }, "other", lookAlikeErrors.notAlike],
  ])("RULE-10 refuses %s at its field", async (_, plates, path, message) => {
    const response = await server.call("PUT /access/look-alikes", { body: { ...plates, requirement: "exact-read" } });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  });
});
