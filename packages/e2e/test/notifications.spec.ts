import { expectAccessible } from "../src/axe.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { type MailServer, startMailServer } from "../src/mail-server.ts";
import { banner, card, choose, control, dialog, field, heading } from "../src/page-parts.ts";
import { test as base, expect } from "../src/test.ts";

const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  mailServer: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.stop();
  },
});

const watched = { type: "AC_WATCH_LIST", scope: "ac", title: "Vehicle on the watch list" } as const;

test("NOTE-1 NOTE-4 an administrator sets up e-mail, a webhook and a rule, and an alert is sent", async ({
  site,
  operator,
  mailServer,
}) => {
  test.slow();
  await operator.goto("/settings");
  await operator.getByRole("link", { name: "Notification settings", exact: true }).click();
  await expect(heading(operator, "Notifications")).toBeVisible();
  await expect(operator.getByText("No notification rules yet", { exact: true })).toBeVisible();

  await test.step("the mail server, with a real test message", async () => {
    const mail = card(operator, "E-mail");
    await field(mail, "Server").fill("127.0.0.1");
    await field(mail, "Port").fill(String(mailServer.port));
    await control(mail, "Encryption").selectOption("none");
    await mail.getByRole("button", { name: "Save", exact: true }).click();
    await expect(mail.getByText("Required", { exact: true })).toBeVisible();
    await field(mail, "Sender").fill("gatehouse@example.com");
    await mail.getByRole("button", { name: "Save", exact: true }).click();
    await expect(banner(operator, "Mail server saved")).toBeVisible();
    const test = mail.getByRole("form", { name: "Test e-mail", exact: true });
    await field(test, "Send a test e-mail to").fill("asha");
    await test.getByRole("button", { name: "Send test e-mail", exact: true }).click();
    await expect(test.getByText("Must be an e-mail address such as asha@example.com", { exact: true })).toBeVisible();
    await field(test, "Send a test e-mail to").fill("asha@example.com");
    await test.getByRole("button", { name: "Send test e-mail", exact: true }).click();
    await expect(
      test.getByText("Accepted: Test message accepted for asha@example.com.", { exact: true }),
    ).toBeVisible();
    expect(mailServer.mails).toMatchObject([{ to: "asha@example.com", subject: "My site: test message" }]);
  });

  await test.step("a webhook that can't be reached", async () => {
    const webhooks = card(operator, "Webhooks");
    await webhooks.getByRole("button", { name: "Add webhook", exact: true }).click();
    const form = dialog(operator, "Add webhook");
    await field(form, "Name").fill("Desk");
    await field(form, "URL").fill("http://127.0.0.1:9/hook");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(field(form, "Signing secret")).toHaveAccessibleDescription(/^Required .* it is not shown again$/);
    await expect(form.getByRole("alert")).toHaveCount(0);
    await form.getByRole("button", { name: "Generate", exact: true }).click();
    await expect(field(form, "Signing secret")).toHaveValue(/^whsec_.{44}$/);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form).toBeHidden();
    await webhooks.getByRole("button", { name: /^Desk/ }).click();
    const edited = dialog(operator, "Edit webhook");
    await expect(field(edited, "Signing secret")).toHaveAccessibleDescription(/Leave empty to keep the stored one$/);
    await edited.getByRole("button", { name: "Send test message", exact: true }).click();
    await expect(edited.getByText("Unreachable: Desk: Connection refused.", { exact: true })).toBeVisible();
    await operator.keyboard.press("Escape");
  });

  await test.step("a rule", async () => {
    const rules = card(operator, "Rules");
    await rules.getByRole("button", { name: "Add rule", exact: true }).click();
    const form = dialog(operator, "Add rule");
    await field(form, "Name").fill("Security");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByText("Choose at least one", { exact: true })).toBeVisible();
    await form.getByRole("checkbox", { name: "Vehicle on the watch list", exact: true }).check();
    await field(form, "E-mail addresses").fill("asha@example.com, ravi");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(
      form.getByText("ravi: Must be an e-mail address such as asha@example.com", { exact: true }),
    ).toBeVisible();
    await field(form, "E-mail addresses").fill("asha@example.com");
    await choose(form, "Webhooks", "Desk");
    await form.getByRole("button", { name: "Add step", exact: true }).click();
    const step = form.getByRole("group", { name: "Step 1", exact: true });
    await expect(field(step, "After")).toHaveValue("1");
    await field(step, "E-mail addresses").fill("chief@example.com");
    await field(form, "Daily digest at").fill("08:00");
    await expectAccessible(operator);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form).toBeHidden();
    await expect(rules.getByText(/asha@example.com, 1 webhook · 1 escalation step · digest at 08:00$/)).toBeVisible();
  });

  await test.step("NOTE-3 an alert is sent, and a webhook that fails says so", async () => {
    await waitForLiveUpdates(operator);
    await site.seed.alert(watched);
    await expect
      .poll(() => mailServer.mails.map(({ subject }) => subject))
      .toEqual(["My site: test message", "My site: Vehicle on the watch list"]);
    await expect(card(operator, "Webhooks").getByText("1 message waiting. Connection refused.")).toBeVisible();
  });
});

test("NOTE-1 a browser shows notifications once they are switched on", async ({ site, operator }) => {
  // Records the notifications instead of showing them, because the test has no desktop.
  await operator.addInitScript(() => {
    const shown: string[] = [];
    class RecordedNotification {
      static readonly permission = "granted";
      static requestPermission = () => Promise.resolve("granted");
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification, shownNotifications: shown });
  });
  const body = { name: "Browsers", topics: ["watch-list" as const], isInBrowser: true };
  await site.call("POST /notifications/rules", { body });
  await operator.goto("/configurations");
  await operator.getByRole("button", { name: "Alerts", exact: true }).click();
  const position = operator.waitForResponse((response) => response.url().includes("/api/alerts/notices"));
  await operator.getByRole("switch", { name: /^Notify me in this browser/ }).click();
  await position;
  await waitForLiveUpdates(operator);
  await site.seed.alert({ ...watched, description: "KA 01 AB 1 at Main entry" });
  const shown = () =>
    operator.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications);
  await expect.poll(shown).toEqual(["Vehicle on the watch list: KA 01 AB 1 at Main entry"]);
});
