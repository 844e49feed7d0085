import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { card, control, dialog, openRecord } from "../src/page-parts.ts";
import { type Simulator, startSimulator } from "../src/simulator.ts";
import type { Site } from "../src/site.ts";
import { test as base, expect } from "../src/test.ts";

const gates = "/access-control/gates-and-actuators";
/** The longest time until an unplugged device shows. */
const within = { timeout: 10_000 };

const test = base.extend<{ demo: Simulator }>({
  // The whole demo registers itself.
  demo: [
    async ({ site }, use) => {
      await site.switchOn(
        "ANPR_ACCESS_CONTROL",
        "RFID_ACCESS_CONTROL",
        "LOOP_DETECTOR",
        "CAMERA_COUNTING",
        "EPLD",
        "OSD",
      );
      const demo = await startSimulator(site);
      await expect.poll(() => demo.isConnected(), { timeout: 60_000 }).toBe(true);
      await use(demo);
      await demo.stop();
    },
    { timeout: 80_000 },
  ],
});

const row = (page: Page, title: string, name: string): Locator =>
  card(page, title).getByRole("listitem").filter({ hasText: name });
const setError = (demo: Simulator, name: string, fault: string) =>
  demo.controlSite(`boards/${name}/set-fault`, { fault });

async function offlineAlerts(site: Site): Promise<string[]> {
  const scopes = ["ac", "cc", "epld"] as const;
  const alerts = await Promise.all(scopes.map((scope) => site.call("GET /alerts", { query: { scope } })));
  return alerts
    .flat()
    .filter(({ type }) => type === "HARDWARE_OFFLINE")
    .map(({ description }) => description);
}

test("LIVE-10 pulling a plug of the demo shows on its rows within 10 s and raises an alert", async ({
  site,
  operator,
  demo,
}) => {
  test.setTimeout(90_000);
  const boards = await demo.boards();
  const mainBoard = `Relay board 127.0.0.1:${boards.find(({ name }) => name === "main-board")?.port}`;
  await operator.goto(gates);
  await waitForLiveUpdates(operator);
  await expect(row(operator, "Boom Barriers", "Main entry barrier")).toContainText("ClosedOnline", within);
  await expect(row(operator, "Buzzers", "Main entry buzzer")).toContainText("Online");
  await expect(row(operator, "Access Control Displays", "Main entry sign")).toContainText("Online", within);

  await test.step("a relay board", async () => {
    await setError(demo, "main-board", "unplugged");
    await expect(row(operator, "Boom Barriers", "Main entry barrier")).toContainText("Board offline since", within);
    await expect(row(operator, "Buzzers", "Main exit buzzer")).toContainText("Board offline since");
    await expect(row(operator, "Gates", "Main entry reader")).toContainText("Board offline since");
    await expect(row(operator, "Boom Barriers", "Visitors’ barrier")).toContainText("Online");
    await expect(operator.getByRole("list", { name: "Unhealthy" })).toContainText(mainBoard);
    await expectAccessible(operator);
    await operator.goto("/access-control/alerts");
    const text = `"${mainBoard}" does not reply. Gates affected: Main entry, Main exit.`;
    await expect(operator.getByText(text)).toBeVisible();
    await operator.goto("/loop-detector/settings");
    await expect(row(operator, "Loop Detectors", "Main entry loop")).toContainText("Loop detector offline since");
    await setError(demo, "main-board", "normal");
    await expect(row(operator, "Loop Detectors", "Main entry loop")).toContainText("Online", within);
    await expect.poll(() => offlineAlerts(site), within).toEqual([]);
  });

  await test.step("every other board and sign", async () => {
    const others = boards.filter(({ name }) => name !== "main-board");
    await Promise.all(others.map(({ name }) => setError(demo, name, "no-power")));
    const names = others.map(({ kind, label, port }) => (kind === "board" ? `Relay board 127.0.0.1:${port}` : label));
    const expected = names.map((name) => expect.stringContaining(`"${name}" does not reply.`));
    await expect.poll(() => offlineAlerts(site), within).toEqual(expect.arrayContaining(expected));
    expect(await offlineAlerts(site)).toHaveLength(others.length);
    await operator.goto(gates);
    await operator.getByRole("button", { name: /^#\d+ Main entry sign/ }).click();
    const form = operator.getByRole("dialog");
    await expect(form.getByText(/^Sign offline since \S+\. It shows its last known text/)).toBeVisible();
    await operator.keyboard.press("Escape");
    await Promise.all(others.map(({ name }) => setError(demo, name, "normal")));
    await expect.poll(() => offlineAlerts(site), within).toEqual([]);
  });

  await test.step("lamps and signs are restored", async () => {
    await setError(demo, "main-board", "no-power");
    await expect.poll(() => offlineAlerts(site), within).toHaveLength(1);
    await setError(demo, "main-board", "normal");
    const lit = async () => {
      const [board] = (await demo.boards()).filter(({ kind }) => kind === "board");
      return board?.kind === "board" && board.relays[6]?.isClosed;
    };
    await expect.poll(lit, within).toBe(true);
    const shown = async () => (await demo.boards()).flatMap((one) => (one.kind === "sign" ? one.shownRows : []));
    await expect.poll(async () => (await shown()).join(" "), within).toContain("LAKEVIEW TOWERS");
  });
});

test("LIVE-10 LIVE-11 a barrier of the demo shows its position, and one that is stuck did not open", async ({
  operator,
  demo,
}) => {
  test.setTimeout(90_000);
  const barrier = row(operator, "Boom Barriers", "Main entry barrier");
  await operator.goto(gates);
  await waitForLiveUpdates(operator);
  await expect(barrier).toContainText("Closed", within);
  await demo.controlSite("cars/random", { gate: "main-entry", group: "resident" });
  await expect(barrier).toContainText("Open", within);
  await expect(barrier).toContainText("Closed", { timeout: 15_000 });

  await demo.controlSite("boards/main-board/set-arm", { relay: "1", fault: "stuck" });
  await demo.controlSite("cars/random", { gate: "main-entry", group: "resident" });
  await operator.getByRole("button", { name: /^Main entry Reader/ }).click();
  const sheet = dialog(operator, "Gate");
  const text = "Granted, barrier did not open";
  await expect(sheet.getByText(text)).toHaveAttribute("data-tone", "bad", within);
  const wiring = sheet.getByRole("region", { name: "Wiring", exact: true });
  await expect(wiring).toContainText(/Main entry barrier.*Closed.*Did not move/);
  await expectAccessible(operator);
  await operator.goto("/access-control/alerts");
  await expect(operator.getByText('"Main entry barrier" accepted the open command, but did not move.')).toBeVisible();
});

test("LIVE-10 the form of a barrier asks for its contacts and reports conflicts at the field", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL", "LOOP_DETECTOR");
  const board = { ip: "127.10.4.31", port: 502, drv: "modbus-tcp" };
  await site.call("POST /sensors", {
    body: { uid: "L1", name: "Entry loop", scope: "loop", additionalInfo: { ...board, channel: 3, gtp: "N" } },
  });
  await site.call("POST /boom-barriers", {
    body: { uid: "1", name: "North", additionalInfo: { ...board, rel: 1, ser: "A" } },
  });
  await operator.goto(gates);
  const form = await openRecord(operator, /#1 North/, "Edit boom barrier");
  await expect(control(form, "Contact board port")).toHaveCount(0);
  await control(form, "Open contact").fill("3");
  await control(form, "Closed contact").fill("3");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Must be another input than the open contact")).toBeVisible();
  await control(form, "Closed contact").fill("4");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText('"Entry loop" already uses input 3 of 127.10.4.31:502.').first()).toBeVisible();
  await expect(control(form, "Contact board port")).toBeVisible();
  await expectAccessible(operator);
  await control(form, "Open contact").fill("5");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toHaveCount(0);
});
