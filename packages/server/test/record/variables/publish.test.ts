import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { sendDueMessages } from "../../../src/alert/outbox.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const { db } = server.services;
const site = siteOf(server);

const taken: unknown[] = [];
const cloud = createServer(async (request, response) => {
  taken.push(JSON.parse(await text(request)));
  response.end("{}");
}).listen(0, "127.0.0.1");
await once(cloud, "listening");
afterAll(() => {
  cloud.close();
});

await site.loop("In", "N");
const entry = await site.named("loop", "In Entry");
const shared = await site.add({
  type: "dynamic",
  name: "Shared",
  scope: "loop",
  publish: true,
  value: sum(entry.id),
});
await site.add({ type: "constant", name: "Private", scope: "loop", value: 1 });
await server.call("POST /variables/{id}/corrections", { params: shared, body: { value: 7, reason: "counted" } });

const publish = (scope = "loop") =>
  server.call<{ variables: number; code: string; message: string }>("POST /variables/publish", { body: { scope } });
const setAddress = (address: string) =>
  db
    .updateTable("configs")
    .set({ value: JSON.stringify(address) })
    .where("key", "=", "cloudUrl")
    .execute();

describe("publishing", () => {
  it("VAR-10 reports a missing address", async () => {
    const { status, body } = await publish();
    expect([status, body.code, body.message]).toEqual([
      409,
      "cloud/no-address",
      "No cloud address: enter cloudUrl in Global Configurations first",
    ]);
  });

  it("VAR-10 sends every variable with the publish flag, with its value and time", async () => {
    await setAddress(`http://127.0.0.1:${(cloud.address() as AddressInfo).port}/`);
    expect((await publish()).body).toEqual({ variables: 1 });
    expect(await site.named("loop", "Shared")).toMatchObject({ isPublishing: true, publishedAt: null });
    expect(await site.named("loop", "Private")).toMatchObject({ isPublishing: false });

    await sendDueMessages(server.services, "cloud-variables");
    expect(taken).toEqual([
      { scope: "loop", variables: [{ id: shared.id, name: "Shared", value: 7, at: expect.stringMatching(/Z$/) }] },
    ]);
    expect(await site.named("loop", "Shared")).toMatchObject({
      isPublishing: false,
      publishedAt: expect.stringMatching(/Z$/),
      version: shared.version,
    });
  });

  it("VAR-10 sends nothing for a scope without flagged variables", async () => {
    expect((await publish("cc")).body).toEqual({ variables: 0 });
    expect(await db.selectFrom("outbox").select("id").where("takenAt", "is", null).execute()).toEqual([]);
  });
});
