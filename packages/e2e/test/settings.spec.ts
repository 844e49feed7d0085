import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module-kind";
import { startDevice } from "../src/field-device.ts";
import { banner, menu } from "../src/screen.ts";
import { expect, test } from "../src/test.ts";

const statusCall = "**/api/configs/module-activation-status";
const titles: readonly [kind: ModuleKind, title: string][] = [
  ["OSD", "Overspeed Detection"],
  ["EPLD", "EPLD"],
  ["CAMERA_COUNTING", "Camera Counting"],
  ["ANPR_ACCESS_CONTROL", "ANPR Access Control"],
  ["RFID_ACCESS_CONTROL", "RFID Access Control"],
  ["LOOP_DETECTOR", "Loop Detector"],
  ["REPORTING", "Reporting"],
];

test.describe("MOD-1 the module switches", () => {
  test("MOD-1 there is one for each module and no other", async ({ operator }) => {
    await operator.goto("/settings");
    await expect(operator.getByRole("switch")).toHaveCount(moduleKinds.length);
  });

  for (const [kind, title] of titles) {
    test(`MOD-1 "${title}" switches ${kind} on`, async ({ site, operator }) => {
      await operator.goto("/settings");
      await operator.getByRole("switch", { name: title }).press("Space");
      await operator.getByRole("button", { name: "Save" }).click();
      await expect(banner(operator, "Module activation status updated")).toBeVisible();
      const status = await site.call("GET /configs/module-activation-status", {});
      expect(moduleKinds.filter((each) => status[each])).toEqual([kind]);
    });
  }

  test("MOD-1 they show what is stored", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/settings");
    await expect(operator.getByRole("switch", { name: "EPLD" })).toBeChecked();
    await expect(operator.getByRole("switch", { name: "Reporting" })).not.toBeChecked();
  });

  test("MOD-1 nothing is sent before Save", async ({ operator }) => {
    const sent: string[] = [];
    operator.on("request", (request) => sent.push(request.method()));
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    await expect(operator.getByText("Unsaved changes")).toBeVisible();
    expect(sent).not.toContain("PUT");
  });

  test("MOD-1 a reload forgets what was not saved", async ({ operator }) => {
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    await expect(operator.getByRole("switch", { name: "Reporting" })).toBeChecked();
    await operator.reload();
    await expect(operator.getByRole("switch", { name: "Reporting" })).not.toBeChecked();
  });

  test("MOD-1 Discard takes the changes back", async ({ operator }) => {
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    await operator.getByRole("button", { name: "Discard" }).click();
    await expect(operator.getByRole("switch", { name: "Reporting" })).not.toBeChecked();
  });

  test("MOD-1 Save sends the whole status", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Overspeed Detection" }).press("Space");
    const sent = operator.waitForRequest((request) => request.method() === "PUT");
    await operator.getByRole("button", { name: "Save" }).click();
    expect((await sent).postDataJSON()).toEqual({
      OSD: true,
      EPLD: true,
      CAMERA_COUNTING: false,
      ANPR_ACCESS_CONTROL: false,
      RFID_ACCESS_CONTROL: false,
      LOOP_DETECTOR: false,
      REPORTING: false,
    });
  });

  test("MOD-1 a failure says Could not update module activation status", async ({ operator }) => {
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    await operator.route(statusCall, (route) => route.fulfill({ status: 500, body: "" }));
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Could not update module activation status")).toBeVisible();
  });

  test("MOD-1 a failure leaves the menu as it was", async ({ operator }) => {
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    await operator.route(statusCall, (route) => route.fulfill({ status: 500, body: "" }));
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Could not update module activation status")).toBeVisible();
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeHidden();
  });
});

test("MOD-3 the devices of an inactive module are not asked how they are", async ({ site }) => {
  const [watched, ignored] = [await startDevice(), await startDevice()];
  try {
    await site.configure("healthProbeSeconds", 1);
    await site.switchOn("EPLD");
    await site.seed.device({ ...watched, module: "EPLD", isHealthy: true });
    await site.seed.device({ ...ignored, module: "OSD", isHealthy: true });
    await expect.poll(watched.asked, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(ignored.asked()).toBe(0);
  } finally {
    await watched.stop();
    await ignored.stop();
  }
});
