import type { Camera } from "@gatehouse/contract/entities/camera";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createPeople } from "../../people/users/people.ts";
import { engineSite } from "../ingest/ingest-site.ts";

const { server, device, camera } = await engineSite();
const { db } = server.services;

describe("the password in the URL of a stream", () => {
  it("CAM-5 AUD-1 ROLE-1 is shown to people who set up devices only", async () => {
    const { id: deviceId } = await device("ANPR_ACCESS_CONTROL");
    const { id } = await camera(deviceId, "ANPR_ACCESS_CONTROL", { name: "Entry" });
    const rtspStreamUrl = "rtsp://viewer:gate-view@127.10.0.9/stream?a=b@c";
    const params = { module: "ac", id };
    await server.call("PATCH /cameras/{module}/{id}", { params, body: { rtspStreamUrl } });
    const urlFor = async (token?: string) => {
      const { body } = await server.call<Camera[]>("GET /cameras/{module}", { params: { module: "ac" } }, token);
      return body.find((one) => one.id === id)?.stream.rtspStreamUrl;
    };
    expect(await urlFor()).toBe(rtspStreamUrl);
    const { token } = await createPeople(server).signIn({ role: "guard" });
    expect(await urlFor(token)).toBe("rtsp://127.10.0.9/stream?a=b@c");

    const query = { entity: "cameras", entityId: String(id) };
    const readTrail = async () => (await server.call<{ data: { after: object }[] }>("GET /audit", { query })).body.data;
    expect((await readTrail())[0]?.after).toMatchObject({ rtspStreamUrl: "rtsp://***@127.10.0.9/stream?a=b@c" });
    const stored = await db.selectFrom("audit_log").select("after").where("tableName", "=", "cameras").execute();
    expect(JSON.stringify(stored)).not.toContain("gate-view");
    // An entry of a version that stored the password.
    await sql`update audit_log set after = jsonb_set(after, '{rtspStreamUrl}', ${JSON.stringify(rtspStreamUrl)}::jsonb)
      where "tableName" = 'cameras' and "rowId" = ${String(id)}`.execute(db);
    expect(JSON.stringify(await readTrail())).not.toContain("gate-view");
  });
});
