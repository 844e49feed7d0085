import type { EndpointKey } from "@gatehouse/contract/endpoint";
import type { Variable } from "@gatehouse/contract/entities/variable";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const site = siteOf(server);

interface Rejected {
  code: string;
  message: string;
  errors: { path: string; message: string }[];
  current: Variable;
}

const addError = async (key: EndpointKey, sent: Parameters<typeof server.call>[1]) => {
  const { status, body } = await server.call<Rejected>(key, sent);
  return { status, ...body };
};
const change = (id: number, body: object, more = {}) =>
  server.call<Variable & Rejected>("PUT /variables/{id}", { params: { id }, body, ...more });
const constant = (name: string, value: number, scope = "cc") => ({ type: "constant", name, scope, value });
const dynamic = (name: string, value: unknown, scope = "cc") => ({ type: "dynamic", name, scope, value });

const camera = await site.slotCamera("Row A", 3);
await site.slotCamera("Row B", 1);
const controller = await site.slotController("Deck", 2);
const [a1, a2, a3] = await Promise.all([1, 2, 3].map((slot) => site.named("epld", `Row A Slot ${slot}`)));
const b1 = await site.named("epld", "Row B Slot 1");
const deck1 = await site.named("epld", "Deck Slot 1");
const ids = { a1: a1?.id ?? 0, a2: a2?.id ?? 0, a3: a3?.id ?? 0, b1: b1.id, deck1: deck1.id };

await site.countingCamera("Gate", "N", ["4w"]);
await site.countingCamera("Back", "X", ["4w"]);
const entry = await site.named("cc", "Gate 4w Entry");
const exit = await site.named("cc", "Back 4w Exit");

const both = await site.reportedCountingCamera("Two");
const twoWays = await site.named("cc", "Two 4w Entry");
const twoBack = await site.named("cc", "Two 4w Exit");
const bikes = await site.named("cc", "Two 2w Entry");

describe("variables", () => {
  it("VAR-5 are added, listed by scope, changed and deleted", async () => {
    const made = await site.add(constant("Capacity", 100));
    expect(made).toMatchObject({ version: 1, value: 100, computedValue: 100, publish: false, totalCapacity: null });
    expect((await site.list("loop")).map(({ id }) => id)).not.toContain(made.id);

    const changed = await change(made.id, { ...constant("Places", 120), publish: true }, { query: { scope: "cc" } });
    expect(changed.body).toMatchObject({ version: 2, name: "Places", value: 120, computedValue: 120, publish: true });

    const gone = { params: { id: made.id }, query: { scope: "cc" } };
    expect((await server.call("DELETE /variables/{id}", gone)).status).toBe(204);
    expect((await server.call("DELETE /variables/{id}", gone)).status).toBe(404);
  });

  it("VAR-5 are found only in their own scope", async () => {
    const { id } = await site.add(constant("Here", 1));
    const sent = { params: { id }, query: { scope: "loop" }, body: constant("Here", 2) };
    expect((await server.call("PUT /variables/{id}", sent)).status).toBe(404);
    expect((await server.call("DELETE /variables/{id}", { params: { id }, query: { scope: "loop" } })).status).toBe(
      404,
    );
  });

  it("VAR-3 of a camera sum up its slots, with their total", async () => {
    const draft = { type: "camera", name: "Free in A", scope: "epld", cameraId: camera.id };
    const made = await site.add({ ...draft, value: sum(ids.a1, ids.a2, ids.a3) });
    expect(made).toMatchObject({
      value: sum(ids.a1, ids.a2, ids.a3),
      computedValue: 3,
      totalCapacity: 3,
      cameraId: camera.id,
      sourceName: "Row A",
    });
    const { body } = await change(made.id, { ...draft, value: sum(ids.a1, -ids.a2) });
    expect(body).toMatchObject({ value: sum(ids.a1, -ids.a2), computedValue: 0, totalCapacity: 0 });
  });

  it("VAR-3 drop a trailing operator", async () => {
    const value = [...sum(entry.id, -exit.id), { type: "operation", operation: "addition" }];
    expect((await site.add(dynamic("Inside", value))).value).toEqual(sum(entry.id, -exit.id));
  });

  it("VAR-3 keep examples that match their equation", async () => {
    const { id } = await site.add(constant("Room", 100));
    const inputs = [
      { variableId: id, value: 100 },
      { variableId: entry.id, value: 3 },
      { variableId: exit.id, value: 1 },
    ];
    const draft = dynamic("Free", sum(id, -entry.id, exit.id));
    const made = await site.add({ ...draft, examples: [{ inputs, expected: 98 }] });
    expect(made.examples).toEqual([{ inputs, expected: 98 }]);
    const wrong = await addError("PUT /variables/{id}", {
      params: made,
      body: { ...draft, examples: [{ inputs, expected: 97 }] },
    });
    expect([wrong.status, wrong.errors]).toEqual([
      400,
      [{ path: "examples.0.expected", message: "The equation gives 98" }],
    ]);
  });

  it.each([
    ["VAR-3", { ...constant("", 1) }, "name", "missing variable name"],
    ["VAR-3", { type: "camera", name: "x", scope: "epld", value: sum(ids.a1) }, "cameraId", "camera not selected"],
    [
      "VAR-3",
      { type: "camera", name: "x", scope: "epld", cameraId: 1e15, value: sum(ids.a1) },
      "cameraId",
      "camera not selected",
    ],
    ["VAR-3", { type: "sensor", name: "x", scope: "epld", value: sum(ids.deck1) }, "sensorId", "sensor not selected"],
    ["VAR-3", dynamic("x", []), "value", "invalid equation"],
    ["VAR-3", dynamic("x", [...sum(entry.id), ...sum(exit.id)]), "value", "invalid equation"],
    ["VAR-3", dynamic("x", sum(entry.id, 0)), "value", "invalid equation"],
    ["VAR-5", dynamic("x", sum(entry.id, 987_654)), "value", "A variable of the equation does not exist"],
    ["VAR-5", dynamic("x", sum(entry.id, ids.a1)), "value", "A variable of the equation does not exist"],
    [
      "VAR-3",
      { type: "camera", name: "x", scope: "epld", cameraId: 987_654, value: sum(ids.a1) },
      "cameraId",
      "This camera does not exist",
    ],
    [
      "VAR-3",
      { type: "camera", name: "x", scope: "epld", cameraId: camera.id, value: sum(ids.a1, ids.b1) },
      "value",
      "The equation can only use values of the chosen camera",
    ],
    [
      "VAR-3",
      { type: "sensor", name: "x", scope: "epld", sensorId: controller.id, value: sum(ids.deck1, ids.a1) },
      "value",
      "The equation can only use values of the chosen sensor",
    ],
  ])("%s are refused at their field: %j", async (_, body, path, message) => {
    const { status, errors } = await addError("POST /variables", { body });
    expect([status, errors]).toEqual([400, [{ path, message }]]);
  });

  it("VAR-5 have unique names in their scope, ignoring case", async () => {
    await site.add(constant("Only One", 1));
    const { status, errors } = await addError("POST /variables", { body: constant("only one", 2) });
    expect([status, errors]).toEqual([409, [{ path: "name", message: "Another variable has this name" }]]);
    await site.add(constant("Only One", 1, "loop"));
  });

  it("VAR-5 keep their type and scope", async () => {
    const { id } = await site.add(constant("Stays", 1));
    const { status, body } = await change(id, dynamic("Stays", sum(entry.id), "loop"));
    expect([status, body.errors.map(({ path }) => path)]).toEqual([400, ["type", "scope"]]);
  });

  it("VAR-5 are not changed if their version changed", async () => {
    const { id } = await site.add(constant("Shared", 1));
    const save = (value: number) => change(id, constant("Shared", value), { headers: { "if-match": "1" } });
    await save(2);
    const { status, body } = await save(3);
    expect([status, body.code, body.current.value]).toEqual([409, "record/changed", 2]);
  });
});

describe("entry and exit", () => {
  it("VAR-4 never share a camera's equation", async () => {
    const draft = { type: "camera", name: "Mixed", scope: "cc", cameraId: both.id };
    const { status, errors } = await addError("POST /variables", {
      body: { ...draft, value: sum(twoWays.id, -twoBack.id) },
    });
    expect([status, errors]).toEqual([400, [{ path: "value", message: "Entry and exit cannot be mixed" }]]);
    await site.add({ ...draft, value: sum(twoWays.id, bikes.id) });
  });

  it("VAR-4 may share a dynamic equation", async () => {
    await site.add(dynamic("In and out", sum(twoWays.id, -twoBack.id)));
  });
});

describe("cyclic references", () => {
  it("VAR-8 refuses an equation that refers to itself, with the path of the cycle", async () => {
    const inside = await site.add(dynamic("Cars inside", sum(entry.id)));
    const free = await site.add(dynamic("Cars free", sum(inside.id)));
    const straight = await change(inside.id, dynamic("Cars inside", sum(entry.id, inside.id)));
    expect([straight.status, straight.body.code, straight.body.message]).toEqual([
      409,
      "variable/circle",
      "This equation would refer to itself: Cars inside → Cars inside",
    ]);
    const around = await change(inside.id, dynamic("Cars inside", sum(entry.id, free.id)));
    expect(around.body.errors).toEqual([
      { path: "value", message: "This equation would refer to itself: Cars inside → Cars free → Cars inside" },
    ]);
    expect((await site.named("cc", "Cars inside")).value).toEqual(sum(entry.id));
  });

  it("VAR-8 refuses weights and constants that are too large", async () => {
    const manifold = (id: number) => sum(...Array<number>(500).fill(id));
    const once = await site.add(dynamic("Five hundredfold", manifold(entry.id)));
    const twice = await site.add(dynamic("And again", manifold(once.id)));
    const { status, errors } = await addError("POST /variables", { body: dynamic("Once more", manifold(twice.id)) });
    expect([status, errors]).toEqual([400, [{ path: "value", message: "The values of this equation are too large" }]]);
  });
});

describe("the dashboard", () => {
  it("VAR-7 shows a counted variable of RFID access control under a name and with a maximum", async () => {
    await site.reader("Booth", "N");
    const { id } = await site.named("rfid-ac", "Booth Entry");
    const mapping = { displayName: "Cars", maxValue: 200 };
    const mapped = await server.call("POST /variables/{id}/dashboard-mapping", { params: { id }, body: mapping });
    expect(mapped.body).toMatchObject(mapping);
    const removed = await server.call("POST /variables/{id}/remove-dashboard-mapping", { params: { id } });
    expect(removed.body).toMatchObject({ displayName: null, maxValue: null });
  });

  it.each([
    [{ displayName: "", maxValue: 1 }, "displayName", "Required"],
    [{ displayName: "Cars", maxValue: 0 }, "maxValue", "Must be positive"],
  ])("VAR-7 refuses %j", async (body, path, message) => {
    const { id } = await site.named("rfid-ac", "Booth Entry");
    const { errors } = await addError("POST /variables/{id}/dashboard-mapping", { params: { id }, body });
    expect(errors).toEqual([{ path, message }]);
  });

  it.each([
    ["a constant", () => site.add(constant("Number", 1, "rfid-ac"))],
    ["another scope's variable", () => site.add(dynamic("Elsewhere", sum(exit.id)))],
  ])("VAR-7 shows no %s", async (_, make) => {
    const { id } = await make();
    const body = { displayName: "Cars", maxValue: 1 };
    expect(await addError("POST /variables/{id}/dashboard-mapping", { params: { id }, body })).toMatchObject({
      status: 409,
      code: "variable/not-mappable",
    });
  });
});
