import { describe, expect, it } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const site = siteOf(server);

const rowB = await site.slotCamera("Row B", 1);
const slot = await site.named("epld", "Row B Slot 1");
const controller = await site.slotController("Deck", 2);
const deck1 = await site.named("epld", "Deck Slot 1");
const gate = await site.countingCamera("Gate", "N", ["4w"]);
const entry = await site.named("cc", "Gate 4w Entry");

const dynamic = (name: string, value: unknown, scope = "cc") => ({ type: "dynamic", name, scope, value });

describe("dependents", () => {
  const depending = async (type: string, scope: string, id: number) =>
    (
      await server.call<{ name: string }[]>("GET /variables/dependency/{id}", {
        params: { id },
        query: { scope, type },
      })
    ).body;
  const kept = (name: string, id: number) => ({ kind: "variables", id, name });

  it("VAR-6 prevent a variable's deletion, and are listed once", async () => {
    const { id } = await site.add({ type: "constant", name: "Used", scope: "cc", value: 5 });
    const twice = await site.add(dynamic("Uses it twice", sum(entry.id, id, id)));
    const { status, body } = await server.call("DELETE /variables/{id}", { params: { id } });
    expect([status, body]).toMatchObject([409, { code: "record/in-use", dependents: [kept(twice.name, twice.id)] }]);
    expect(await depending("variable", "cc", id)).toEqual([kept(twice.name, twice.id)]);
    await server.call("DELETE /variables/{id}", { params: { id: twice.id } });
    expect((await server.call("DELETE /variables/{id}", { params: { id } })).status).toBe(204);
  });

  it("VAR-6 protect a camera, its slots and its counting settings", async () => {
    const user = await site.add(dynamic("Free in B", sum(slot.id), "epld"));
    const list = [kept(user.name, user.id)];
    expect(await depending("camera", "epld", rowB.id)).toEqual(list);
    const params = { module: "epld", id: rowB.id, slotId: rowB.slots[0]?.id };
    const responses = [
      await server.call("DELETE /cameras/{module}/{id}", { params }),
      await server.call("DELETE /cameras/{module}/{id}/slots/{slotId}", { params }),
    ];
    expect(responses).toMatchObject([
      { status: 409, body: { code: "record/in-use", dependents: list } },
      { status: 409, body: { code: "record/in-use", dependents: list } },
    ]);
    await server.call("DELETE /variables/{id}", { params: { id: user.id } });
    expect((await server.call("DELETE /cameras/{module}/{id}", { params })).status).toBe(204);
    expect(await site.values("epld")).not.toHaveProperty("Row B Slot 1");
  });

  it("VAR-6 protect the camera of a camera variable, which is listed once", async () => {
    const draft = { type: "camera", name: "Through the gate", scope: "cc", cameraId: gate.id };
    const user = await site.add({ ...draft, value: sum(entry.id) });
    expect(await depending("camera", "cc", gate.id)).toEqual([kept(user.name, user.id)]);
  });

  it("VAR-6 protect a slot controller and a loop detector", async () => {
    const sensor = { type: "sensor", name: "Free on deck", scope: "epld", sensorId: controller.id };
    const deck = await site.add({ ...sensor, value: sum(deck1.id) });
    expect(await depending("sensor", "epld", controller.id)).toEqual([kept(deck.name, deck.id)]);
    const params = { id: controller.id };
    expect((await server.call("DELETE /slot-controllers/{id}", { params })).status).toBe(409);

    const loop = await site.loop("Ramp", "N");
    const ramp = await site.named("loop", "Ramp Entry");
    const user = await site.add(dynamic("Up the ramp", sum(ramp.id), "loop"));
    expect(await depending("sensor", "loop", loop.id)).toEqual([kept(user.name, user.id)]);
    expect((await server.call("DELETE /sensors/{id}", { params: loop })).status).toBe(409);
  });

  it("VAR-6 include a display that shows the counts of a camera", async () => {
    const body = samples.grid({ scope: "cc" }, { variables: [{ variableId: entry.id, label: "in" }] });
    const display = await server.call<{ id: number }>("POST /displays/grid", { body });
    expect(await depending("camera", "cc", gate.id)).toContainEqual({
      kind: "displays",
      id: display.body.id,
      name: "Sign",
    });
  });

  it("VAR-8 keep a class that a camera no longer counts", async () => {
    const { id, draft } = await site.countingCamera("South", "N", ["2w", "4w"]);
    const bikes = await site.named("cc", "South 2w Entry");
    await site.add(dynamic("Bikes", sum(bikes.id)));
    const sent = { params: { id }, body: { ...draft, vehicleTypes: ["4w"] } };
    expect((await server.call("PUT /cameras/bosch/cc/{id}", sent)).status).toBe(200);
    expect(await site.values("cc")).toHaveProperty("South 2w Entry");
  });
});
