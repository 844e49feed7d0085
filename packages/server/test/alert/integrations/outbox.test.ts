import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOutbox } from "../../../src/alert/outbox.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";

const site = await engineSite();

interface Queue {
  data: { id: number; kind: string; summary: string }[];
  total: number;
}
const queue = async () => (await site.server.call<Queue>("GET /outbox")).body;

describe("messages to other systems", () => {
  it("INT-2 an entry of a MyGate plate queues one notice for each passage", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    await site.server.call("PUT /ac/mygate-integration-settings", {
      body: { syncAPIUrl: "http://127.0.0.1:9/s", notifyAPIUrl: "http://127.0.0.1:9/n", deviceId: "d" },
    });
    await site.plate("MG 1", { origin: "MYGATE", externalId: "ref-1" });
    await site.plate("ADMIN 1");
    await site.settle();
    for (const plate of ["MG1", "MG1", "ADMIN1", "UNKNOWN1"]) await site.push(gate, site.plateEvent(plate));
    const { data, total } = await queue();
    expect(total).toBe(1);
    expect(data).toMatchObject([{ kind: "mygate-notice", summary: "Entry of MG1" }]);
    const { payload } = await site.db.selectFrom("outbox").select("payload").executeTakeFirstOrThrow();
    expect(payload).toMatchObject({ refId: "ref-1", kind: "LPN", direction: "IN", status: "GRANTED" });
  });

  it("ALERT-6 an unknown vehicle gets a ticket if its camera has a machine; a message can be retried and deleted", async () => {
    const { id: tvmId } = await site.create("POST /ac/tvms", samples.tvm({ name: "Machine A" }));
    const gate = await site.plateGate((await relayForTest()).port, {}, { tvmId });
    await site.configure("ticketUrl", "http://127.0.0.1:9/tickets");
    await site.push(gate, site.plateEvent("GUEST1"));
    const ticket = (await queue()).data.find(({ kind }) => kind === "ticket");
    expect(ticket?.summary).toBe("Ticket for GUEST1 at Machine A");
    const params = { id: ticket?.id };
    expect((await site.server.call("POST /outbox/{id}/retry", { params })).status).toBe(204);
    expect((await site.server.call("DELETE /outbox/{id}", { params })).status).toBe(204);
    expect((await site.server.call("DELETE /outbox/{id}", { params })).status).toBe(404);
    expect((await queue()).data.map(({ kind }) => kind)).not.toContain("ticket");
  });

  it("INT-2 ALERT-6 a system that does not reply delays no other, and stopping waits for what is being sent", async () => {
    const { services } = site.server;
    const requested: string[] = [];
    const system = createServer((request, response) => {
      requested.push(request.url ?? "");
      if (request.url !== "/hangs") response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(system, "listening");
    onTestFinished(() => void system.close());
    const address = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;
    await site.configure("ticketUrl", `${address}/hangs`);
    await site.configure("cloudUrl", `${address}/cloud`);
    const add = (kind: string, payload: object) => {
      const now = services.clock.now();
      const message = { kind, payload: JSON.stringify(payload), createdAt: now, nextAttemptAt: now };
      return site.db.insertInto("outbox").values(message).execute();
    };
    const ticketAttempts = () => site.db.selectFrom("outbox").select("attempts").where("kind", "=", "ticket").execute();
    await site.db.deleteFrom("outbox").execute();
    await add("ticket", { machine: "1", machineName: "Machine A", plate: "KA1" });
    const outbox = startOutbox(services);
    await expect.poll(() => requested).toEqual(["/hangs"]);
    await add("cloud-variables", { scope: "loop", variables: [] });
    await expect.poll(() => requested).toEqual(["/hangs", "/cloud"]);
    await expect.poll(async () => (await queue()).data.map(({ kind }) => kind)).toEqual(["ticket"]);
    expect(await ticketAttempts()).toEqual([{ attempts: 0 }]);
    const stopped = outbox.stop();
    system.closeAllConnections();
    await stopped;
    expect(await ticketAttempts()).toEqual([{ attempts: 1 }]);
  });
});
