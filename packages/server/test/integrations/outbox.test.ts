import { describe, expect, it } from "vitest";
import { relayForTest } from "../hardware/relay-for-test.ts";
import { engineSite } from "../ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";

const site = await engineSite();

interface Waiting {
  data: { id: number; kind: string; summary: string }[];
  total: number;
}
const waiting = async () => (await site.server.call<Waiting>("GET /outbox")).body;

describe("what other systems are told", () => {
  it("INT-2 an entry of a MyGate plate waits for MyGate, once a passage", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    await site.server.call("PUT /ac/mygate-integration-settings", {
      body: { syncAPIUrl: "http://127.0.0.1:9/s", notifyAPIUrl: "http://127.0.0.1:9/n", deviceId: "d" },
    });
    await site.plate("MG 1", { origin: "MYGATE", externalId: "ref-1" });
    await site.plate("ADMIN 1");
    await site.settle();
    for (const plate of ["MG1", "MG1", "ADMIN1", "NOBODY1"]) await site.push(gate, site.plateEvent(plate));
    const { data, total } = await waiting();
    expect(total).toBe(1);
    expect(data).toMatchObject([{ kind: "mygate-notice", summary: "Entry of MG1" }]);
    const { payload } = await site.db.selectFrom("outbox").select("payload").executeTakeFirstOrThrow();
    expect(payload).toMatchObject({ refId: "ref-1", kind: "LPN", direction: "IN", status: "GRANTED" });
  });

  it("ALERT-6 a vehicle that nobody knows gets a ticket where its camera has a machine; a message is given up by hand", async () => {
    const { id: tvmId } = await site.create("POST /ac/tvms", samples.tvm({ name: "Machine A" }));
    const gate = await site.plateGate((await relayForTest()).port, {}, { tvmId });
    await site.configure("ticketUrl", "http://127.0.0.1:9/tickets");
    await site.push(gate, site.plateEvent("GUEST1"));
    const ticket = (await waiting()).data.find(({ kind }) => kind === "ticket");
    expect(ticket?.summary).toBe("Ticket for GUEST1 at Machine A");
    const params = { id: ticket?.id };
    expect((await site.server.call("POST /outbox/{id}/retry", { params })).status).toBe(204);
    expect((await site.server.call("DELETE /outbox/{id}", { params })).status).toBe(204);
    expect((await site.server.call("DELETE /outbox/{id}", { params })).status).toBe(404);
    expect((await waiting()).data.map(({ kind }) => kind)).not.toContain("ticket");
  });
});
