import { expect, test } from "../src/device-test.ts";

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

test("DASH-1 a device that refuses to be framed is shown through the server, as a stranger", async ({
  operator,
  register,
}) => {
  await register("speed-watch");
  await operator.goto(pages[0][1]);
  const frame = operator.locator("iframe");
  await expect(frame).toHaveAttribute("src", /^\/device-pages\//);
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms");
});

test("DASH-1 without a device there is the way to add one", async ({ operator }) => {
  await operator.goto(epld);
  await operator.getByRole("link", { name: "Add a device" }).click();
  await expect(operator).toHaveURL(/\/epld\/settings$/);
});

test("DASH-1 of several devices one is picked, and the address tells which", async ({ site, operator, register }) => {
  const { ip, apiPort, dashboardPort } = await register("deck-watch");
  const body = { vendor: "uncanny", label: "Second deck", scope: "epld", ip, apiPort, dashboardPort } as const;
  const second = await site.call("POST /ai-devices", { body });
  await operator.goto(epld);
  await operator.getByRole("combobox", { name: "Device" }).selectOption("Second deck");
  await expect(operator.locator("iframe")).toHaveAttribute("title", "Dashboard of Second deck");
  await expect(operator).toHaveURL(new RegExp(`open=dashboards\\.${second.id}$`));
});

test("DASH-1 a dashboard that cannot be shown says why, offers a new tab and another try", async ({
  operator,
  register,
  field,
}) => {
  const { dashboardPort } = await register("deck-watch");
  await field.play("deck-watch", "set-fault", { fault: "garbage" });
  await operator.goto(epld);
  await expect(operator.getByText("The device answered something that is not a web page")).toBeVisible();
  const tab = operator.getByRole("link", { name: "Open in a new tab" });
  await expect(tab).toHaveAttribute("href", `http://127.0.0.1:${dashboardPort}`);
  await expect(tab).toHaveAttribute("target", "_blank");
  await field.play("deck-watch", "set-fault", { fault: "normal" });
  await operator.getByRole("button", { name: "Retry" }).click();
  await expect(operator.locator("iframe")).toBeVisible();
});

test("DASH-1 details that cannot be fetched say so", async ({ operator }) => {
  await operator.route("**/api/dashboards/epld", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.goto(epld);
  await expect(operator.getByRole("alert")).toContainText("Failed to get dashboard details");
});
