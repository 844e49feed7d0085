import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "../src/device-test.ts";
import { addBarrier, addGate } from "../src/hardware.ts";
import { banner, card, control, fillIn, openRecord } from "../src/page-parts.ts";
import type { Simulator } from "../src/simulator.ts";
import type { Site } from "../src/site.ts";

const page = "/access-control/rfidos/settings";

test.beforeEach(({ site }) => site.switchOn("RFID_ACCESS_CONTROL"));

const row = (operator: Page, name: string) =>
  card(operator, "RFID Readers").getByRole("listitem").filter({ hasText: name });

/** Registers a simulated reader with a gate. */
async function addSimulatedReader(site: Site, simulator: Simulator, driver: string, name: string) {
  const reader = (await simulator.readers()).find((one) => one.driver === driver);
  if (!reader) throw new Error(`There is no simulated reader with the driver ${driver}`);
  const additionalInfo = { ip: reader.ip, port: reader.port, drv: driver, gtp: "N" as const };
  const { id } = await site.call("POST /sensors", { body: { name, scope: "ac", additionalInfo } });
  const barrier = await addBarrier(site, "7", "Entry barrier");
  await addGate(site, `Gate of ${name}`, { sensorId: id, boomBarrierId: barrier.id });
  return reader;
}

for (const driver of ["llrp", "line-tcp"]) {
  test(`LIVE-10 LIVE-2 a ${driver} reader that loses its power shows it on its row, in its dialog, as chip and alert`, async ({
    site,
    operator,
    simulator,
  }) => {
    const { name } = await addSimulatedReader(site, simulator, driver, "North reader");
    await operator.goto(page);
    await expect(row(operator, "North reader")).toContainText("Online");
    await simulator.controlSite(`boards/${name}/set-fault`, { fault: "unplugged" });
    await expect(row(operator, "North reader")).toContainText(/Offline since \d\d:\d\d/, { timeout: 10_000 });
    await expect(row(operator, "North reader")).toContainText("Connection refused.", { timeout: 10_000 });
    await expect(operator.getByRole("list", { name: "Unhealthy" }).getByRole("listitem")).toHaveText([
      /^North reader, offline since \d\d:\d\d$/,
    ]);
    const form = await openRecord(operator, /^North reader/, "Edit reader");
    await expect(form.getByText(/^Offline since \d\d:\d\d: Connection refused\.$/)).toBeVisible();
    await operator.goto("/access-control/alerts");
    const alert = operator.getByRole("article", { name: "Reader offline" });
    await expect(alert).toContainText('"North reader" of gate "Gate of North reader" is offline', { timeout: 10_000 });
    await simulator.controlSite(`boards/${name}/set-fault`, { fault: "normal" });
    await expect(alert).toBeHidden({ timeout: 20_000 });
    await operator.goto(page);
    await expect(row(operator, "North reader")).toContainText("Online");
  });
}

test("LIVE-2 two readers with one address say so until they have their antennas", async ({ site, operator }) => {
  const additionalInfo = { ip: "127.0.0.1", port: 9, drv: "llrp", gtp: "N" as const };
  for (const name of ["West reader", "East reader"])
    await site.call("POST /sensors", { body: { name, scope: "ac", additionalInfo } });
  await operator.goto(page);
  await expect(row(operator, "West reader").getByText("Same antenna as East reader")).toBeVisible();
  await expect(row(operator, "East reader").getByText("Same antenna as West reader")).toBeVisible();
  const form = await openRecord(operator, /^West reader/, "Edit reader");
  await fillIn(form, { Antenna: "1" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText(/^Same antenna as/)).toHaveCount(0);
});

/** Below the ephemeral range, so that the operating system doesn't give the port away before the server opens it. */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 18_000);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("LIVE-1 the card shows that the server listens, an unknown reader and the connected reader", async ({
  site,
  operator,
}) => {
  const port = await freePort();
  await operator.goto(page);
  const settings = card(operator, "RFID Server Settings");
  await fillIn(settings, { Port: String(port), Driver: "line-tcp" });
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  await expect(settings.getByText(`Listening on port ${port}`, { exact: true })).toBeVisible();
  await expect(settings.getByText(/^None\. Readers without a port/)).toBeVisible();
  const dial = () => connect({ host: "127.0.0.1", port, localAddress: "127.0.0.8" }).on("error", () => {});
  dial();
  const rejected = settings.getByRole("listitem").filter({ hasText: "127.0.0.8" });
  await expect(rejected).toContainText("No reader with this address is configured.");
  const additionalInfo = { ip: "127.0.0.8", drv: "line-tcp", gtp: "N" as const };
  await site.call("POST /sensors", { body: { name: "Yard reader", scope: "ac", additionalInfo } });
  await expect(row(operator, "Yard reader")).toContainText("Waiting for the reader to connect.");
  const socket = dial();
  try {
    await expect(row(operator, "Yard reader")).toContainText("Online");
    await expect(rejected).toContainText("Yard reader");
    await expect(settings.getByText("Rejected connections", { exact: true })).toBeHidden();
  } finally {
    socket.destroy();
  }
  await expect(row(operator, "Yard reader")).toContainText(/Offline since/);
});

test("LIVE-1 the card shows a port in use", async ({ operator, site }) => {
  const port = Number(new URL(site.address).port);
  await operator.goto(page);
  const settings = card(operator, "RFID Server Settings");
  await expect(control(settings, "Port")).toBeVisible();
  await site.call("PUT /configs/pzapp-rfid-server-details", { body: { port, drv: "llrp" } });
  await expect(settings.getByText(`Not listening: Port ${port} is in use by another program.`)).toBeVisible();
});

test("READER-2 the buttons below the RFID server do not move when its form is loaded", async ({ operator }) => {
  const form = Promise.withResolvers<void>();
  await operator.route("**/api/configs/pzapp-rfid-server-details", async (route) => {
    await form.promise;
    await route.continue();
  });
  await operator.goto(page);
  const server = card(operator, "RFID Server Settings");
  const add = operator.getByRole("button", { name: "Add reader", exact: true });
  await expect(operator.getByText("No RFID readers yet", { exact: true })).toBeVisible();
  await expect(server.getByRole("button", { name: "Save", exact: true })).toBeHidden();
  const before = await add.boundingBox();
  form.resolve();
  await expect(server.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  expect(await add.boundingBox()).toEqual(before);
});
