import { expect, test } from "../src/device-test.ts";
import { blockLiveUpdates } from "../src/live-updates.ts";

const pages = [
  ["speed-watch", "/overspeed-detection/uncanny-anpr-dashboard", "Ring road speed"],
  ["deck-watch", "/epld/uncanny-epld-dashboard", "Parking deck"],
  ["ramp-count", "/camera-counting/uncanny-anpr-dashboard", "Ramp counters"],
] as const;
const epld = pages[1][1];

test.beforeEach(({ site }) => site.switchOn("OSD", "EPLD", "CAMERA_COUNTING"));

for (const [device, path, title] of pages) {
  test(`DASH-1 ${path} shows the device's own dashboard`, async ({ operator, register }) => {
    await register(device);
    await operator.goto(path);
    const frame = operator.frameLocator(`iframe[title="Dashboard of ${title}"]`);
    await expect(frame.getByRole("heading", { name: title })).toBeVisible();
  });
}

test("DASH-1 a device that forbids framing is shown through the server, in a sandbox", async ({
  operator,
  register,
}) => {
  await register("speed-watch");
  await operator.goto(pages[0][1]);
  const frame = operator.locator("iframe");
  await expect(frame).toHaveAttribute("src", /^\/device-pages\//);
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms");
});

test("DASH-1 without a device, the page links to the device settings", async ({ operator }) => {
  await operator.goto(epld);
  await operator.getByRole("link", { name: "Add a device" }).click();
  await expect(operator).toHaveURL(/\/epld\/settings$/);
});

test("DASH-1 one of several devices is selected, and the URL contains it", async ({ site, operator, register }) => {
  const { ip, apiPort, dashboardPort } = await register("deck-watch");
  const body = { vendor: "uncanny", label: "Second deck", scope: "epld", ip, apiPort, dashboardPort } as const;
  const second = await site.call("POST /ai-devices", { body });
  await operator.goto(epld);
  await operator.getByRole("combobox", { name: "Device" }).selectOption("Second deck");
  await expect(operator.locator("iframe")).toHaveAttribute("title", "Dashboard of Second deck");
  await expect(operator).toHaveURL(new RegExp(`open=dashboards\\.${second.id}$`));
});

test("DASH-1 a dashboard that can't be shown gives the reason, a new tab and a retry", async ({
  operator,
  register,
  simulator,
}) => {
  const { dashboardPort } = await register("deck-watch");
  await simulator.control("deck-watch", "set-fault", { fault: "garbage" });
  // The check of the device would reload the dashboard before somebody can.
  await blockLiveUpdates(operator);
  await operator.goto(epld);
  await expect(operator.getByText("The device answered something that is not a web page")).toBeVisible();
  const tab = operator.getByRole("link", { name: "Open in a new tab" });
  await expect(tab).toHaveAttribute("href", `http://127.0.0.1:${dashboardPort}`);
  await expect(tab).toHaveAttribute("target", "_blank");
  await simulator.control("deck-watch", "set-fault", { fault: "normal" });
  await operator.getByRole("button", { name: "Retry" }).click();
  await expect(operator.locator("iframe")).toBeVisible();
});

test("DASH-1 a failure to load the details is shown", async ({ operator }) => {
  await operator.route("**/api/dashboards/epld", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.goto(epld);
  await expect(operator.getByRole("alert")).toContainText("Failed to get dashboard details");
});
