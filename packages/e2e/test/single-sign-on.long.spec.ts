import { expectAccessible } from "../src/axe.ts";
import { type OidcProvider, startOidcProvider } from "../src/oidc-provider.ts";
import { banner, card, control, dialog, fillIn, heading, submitSignIn } from "../src/page-parts.ts";
import { addPerson, chosenPassword } from "../src/people.ts";
import { admin, type Site } from "../src/site.ts";
import { test as base, expect } from "../src/test.ts";

const test = base.extend<{ provider: OidcProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  provider: async ({}, use) => {
    const provider = await startOidcProvider({
      gina: { preferred_username: "gina", name: "Gina Guard", groups: ["parking-guards"] },
      nora: { preferred_username: "nora", groups: ["canteen", "library"] },
    });
    await use(provider);
    await provider.stop();
  },
});

const addProvider = (site: Site, { issuer, clientId, clientSecret }: OidcProvider) =>
  site.call("POST /sign-in/providers", {
    body: {
      name: "Example Ltd",
      issuer,
      clientId,
      clientSecret,
      mapping: [{ value: "parking-guards", role: "guard" }],
    },
  });

test("AUTH-10 an administrator adds a provider, and a guard signs in with it", async ({
  site,
  operator,
  browser,
  provider,
}) => {
  // Three sites take part: the operator's browser, the guard's and the provider.
  test.slow();
  await operator.goto("/settings");
  await operator.getByRole("link", { name: "Sign-in settings", exact: true }).click();
  await expect(heading(operator, "Sign-in")).toBeVisible();
  const providers = card(operator, "Single sign-on");
  await expect(providers.getByText("No sign-in providers yet", { exact: true })).toBeVisible();

  await providers.getByRole("button", { name: "Add provider", exact: true }).click();
  const form = dialog(operator, "Add sign-in provider");
  await fillIn(form, {
    Name: "Example Ltd",
    "Issuer URL": "http://login.example.com",
    "Client ID": provider.clientId,
    "Client secret": provider.clientSecret,
  });
  await form.getByRole("button", { name: "Add group", exact: true }).press("Enter");
  const group = form.getByRole("group", { name: "Group 1", exact: true });
  await control(group, "Group").fill("parking-guards");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Must start with https://", { exact: true })).toBeVisible();
  await expect(group.getByText("Required", { exact: true })).toBeVisible();
  await expectAccessible(operator);
  await control(form, "Issuer URL").fill(provider.issuer);
  await control(group, "Role").selectOption("Guard");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(banner(operator, "Sign-in provider added")).toBeVisible();
  await expect(form).toBeHidden();

  await providers.getByRole("button", { name: /Example Ltd/ }).click();
  const stored = dialog(operator, "Edit sign-in provider");
  await expect(stored.getByRole("code")).toHaveText(new RegExp(`^${site.address}/api/auth/providers/\\d+/callback$`));
  await stored.getByRole("button", { name: "Test", exact: true }).click();
  await expect(stored.getByText(`Accepted: ${provider.issuer} answers as this provider.`)).toBeVisible();

  const context = await browser.newContext({ baseURL: site.address });
  const guard = await context.newPage();
  const visited: string[] = [];
  guard.on("framenavigated", (frame) => visited.push(frame.url()));
  await guard.goto("/access-control/events");
  await guard.getByRole("link", { name: "Sign in with Example Ltd", exact: true }).click();
  await guard.getByLabel("Login").fill("gina");
  await guard.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(guard).toHaveURL("/access-control/events");
  await expect(guard.getByRole("button", { name: "Account menu of gina", exact: true })).toBeVisible();
  expect(visited.filter((url) => url.includes("eyJ"))).toEqual([]);
  await context.close();
});

test("AUTH-10 the sign-in page explains why a person of the provider is refused", async ({ site, page, provider }) => {
  await addProvider(site, provider);
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in with Example Ltd", exact: true }).click();
  await page.getByLabel("Login").fill("nora");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Your account has no role here. Ask an administrator to map one of your groups: canteen, library",
  );
  await expect(page).toHaveURL("/");
  await expectAccessible(page);
  await submitSignIn(page, admin);
  await expect(page).toHaveURL("/configurations");
});

test("AUTH-10 an unreachable provider is reported on the sign-in page", async ({ site, page, provider }) => {
  await addProvider(site, provider);
  await provider.stop();
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in with Example Ltd", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Example Ltd can't be reached: Connection refused. Try again, or sign in with a local account.",
  );
  await submitSignIn(page, admin);
  await expect(page).toHaveURL("/configurations");
});

test("AUTH-10 local accounts can be switched off for all but one", async ({ site, operator, browser, provider }) => {
  await addProvider(site, provider);
  await addPerson(site, "gus", { role: "guard" });
  await operator.goto("/settings/sign-in");
  const local = card(operator, "Local accounts");
  await control(local, "Sign-in with a password").selectOption("Only admin");
  await local.getByRole("button", { name: "Save", exact: true }).click();
  await expect(banner(operator, "Sign-in settings updated")).toBeVisible();

  const context = await browser.newContext({ baseURL: site.address });
  const guard = await context.newPage();
  await guard.goto("/");
  await submitSignIn(guard, { username: "gus", password: chosenPassword });
  await expect(guard.getByRole("alert")).toHaveText(
    "Local accounts are switched off here. Please sign in with your organisation's account.",
  );
  await submitSignIn(guard, admin);
  await expect(guard).toHaveURL("/configurations");
  await context.close();
});

test("AUTH-10 the sign-in page says why the provider ended the access", async ({ operator }) => {
  const message = "Your access has ended: the account was removed. Please sign in with Example Ltd again.";
  await operator.route("**/api/users", (route) =>
    route.fulfill({ status: 401, json: { code: "auth/access-ended", message } }),
  );
  await operator.goto("/settings/people");
  await expect(operator.getByRole("status").filter({ hasText: message })).toBeVisible();
  // Without a provider the page has the form only.
  await expect(operator.getByRole("link")).toHaveCount(0);
});
