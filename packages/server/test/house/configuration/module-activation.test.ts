import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const get = async () => (await server.call("GET /configs/module-activation-status")).body;
const put = (body: unknown) => server.call<{ errors: unknown[] }>("PUT /configs/module-activation-status", { body });

describe("module switches", () => {
  it("MOD-1 are all off in a new installation", async () => {
    expect(await get()).toEqual(everyModule(false));
  });

  it("MOD-1 are stored as sent", async () => {
    const status = { ...everyModule(false), EPLD: true, REPORTING: true };
    await put(status);
    expect(await get()).toEqual(status);
  });

  it("MOD-1 must be sent completely", async () => {
    const { status, body } = await put({ ...everyModule(true), OSD: undefined });
    expect([status, body.errors]).toEqual([400, [{ path: "OSD", message: "Must be true or false" }]]);
  });
});
