import { card, control, dialog, heading, submitSignIn } from "@gatehouse/e2e/page-parts";
import { replaceToken, storedToken } from "@gatehouse/e2e/session";
import { endSession } from "../../src/api/session.ts";
import { expect, test } from "./console-test.ts";
import { answerDevices } from "./fake-devices.ts";

const expired = "Token Expired, Please login again";

test("AUTH-7 a 401 response to any call ends the session with the notice", async ({ operator }) => {
  await operator.goto("/settings");
  await operator.getByRole("switch", { name: "Reporting" }).click();
  const response = { code: "auth/session-ended", message: "Your session has ended" };
  // The page may load the modules again when it is connected: only the save is rejected.
  await operator.route("**/api/configs/module-activation-status", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 401, json: response }) : route.continue(),
  );
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText(expired)).toBeVisible();
  expect(await storedToken(operator)).toBeNull();
});

test("AUTH-7 an invalid token is not a session", async ({ page }) => {
  await page.goto("/");
  for (const invalid of ["invalid", "a.b.c", "", `${btoa("{}")}.${btoa("{}")}.x`]) {
    await test.step(`"${invalid}"`, async () => {
      await replaceToken(page, invalid);
      await page.goto("/settings");
      await expect(heading(page, "Sign in")).toBeVisible();
    });
  }
});

test("AUTH-7 a sign-out in another tab is explained, and what was typed is there again after signing in", async ({
  site,
  operator,
}) => {
  site.respond("POST /auth/login", () => ({ token: site.signIn(), passwordChanged: true }));
  const reporting = operator.getByRole("switch", { name: "Reporting" });
  await operator.goto("/settings");
  await reporting.press("Space");
  const otherTab = new BroadcastChannel("gatehouse.session");
  otherTab.postMessage({ kind: "ended", token: await storedToken(operator), why: "signed-out", text: undefined });
  await expect(operator.getByText("You signed out in another tab. Sign in to continue here.")).toBeVisible();
  otherTab.close();
  await submitSignIn(operator, { username: "admin", password: "the password" });
  await expect(reporting).toBeChecked();
  await expect(operator.getByText("Unsaved changes")).toBeVisible();
});

test("AUTH-7 modules, a custom format and a test address are there again after the same person has signed in", async ({
  site,
  operator,
}) => {
  answerDevices(site);
  site.respond("POST /auth/login", () => ({ token: site.signIn(), passwordChanged: true }));
  site.answerWith("GET /notifications/mail-server", { host: "mail.example.com" });
  site.answerWith("GET /ai-devices/{id}/ingest", { path: "/push", secret: "secret" });
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const signInAgain = async () => {
    endSession("expired");
    await expect(operator.getByText(expired)).toBeVisible();
    await submitSignIn(operator, { username: "admin", password: "the password" });
  };
  await test.step("modules", async () => {
    const reporting = operator.getByRole("switch", { name: "Reporting" });
    await operator.goto("/settings");
    await reporting.press("Space");
    await signInAgain();
    await expect(reporting).toBeChecked();
    await expect(operator.getByText("Unsaved changes")).toBeVisible();
    await operator.getByRole("button", { name: "Discard" }).click();
  });
  await test.step("a test address", async () => {
    const address = control(operator, "Send a test e-mail to");
    await operator.goto("/settings/notifications");
    await address.fill("asha@example.com");
    await signInAgain();
    await expect(address).toHaveValue("asha@example.com");
  });
  await test.step("a custom format", async () => {
    const { id } = site.add("POST /ai-devices", { vendor: "generic", label: "Yard", scope: "anpr-ac" }) as {
      id: number;
    };
    const sheet = dialog(operator, "Custom format");
    await operator.goto(`/access-control/anpr-settings?open=ai_devices.${id}`);
    await card(operator, "Event push").getByRole("button", { name: "Custom format" }).click();
    await control(sheet, "Name").fill("Yard box");
    await signInAgain();
    await expect(control(sheet, "Name")).toHaveValue("Yard box");
    await operator.keyboard.press("Escape");
    await expect(dialog(operator, "Please confirm")).toContainText("You have unsaved changes");
    await operator.getByRole("button", { name: "Yes" }).click();
  });
});
