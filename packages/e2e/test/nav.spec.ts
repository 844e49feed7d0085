import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module-kind";
import { fillSignIn, heading, menu } from "../src/screen.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

// Written out, not taken from the contract: this is the specification's own table.
const sections: readonly { title: string; pages: readonly [title: string, path: string][] }[] = [
  {
    title: "Overspeed Detection",
    pages: [
      ["Configuration", "/overspeed-detection"],
      ["Settings", "/overspeed-detection/settings"],
      ["Lanes & Cameras", "/overspeed-detection/lanes-cameras"],
      ["Events", "/overspeed-detection/events"],
      ["ANPR Dashboard", "/overspeed-detection/uncanny-anpr-dashboard"],
    ],
  },
  {
    title: "EPLD",
    pages: [
      ["Configuration", "/epld"],
      ["Settings", "/epld/settings"],
      ["Variables", "/epld/variables"],
      ["Shield Dashboard", "/epld/uncanny-epld-dashboard"],
      ["Alerts", "/epld/alerts"],
      ["Events", "/epld/events"],
    ],
  },
  {
    title: "Camera Counting",
    pages: [
      ["Configuration", "/camera-counting"],
      ["Settings", "/camera-counting/settings"],
      ["Variables", "/camera-counting/variables"],
      ["ANPR Dashboard", "/camera-counting/uncanny-anpr-dashboard"],
      ["Events", "/camera-counting/events"],
    ],
  },
  {
    title: "Access Control",
    pages: [
      ["Configuration", "/access-control"],
      ["ANPR Settings", "/access-control/anpr-settings"],
      ["Gates & Actuators", "/access-control/gates-and-actuators"],
      ["RFID Settings", "/access-control/rfidos/settings"],
      ["RFID Variables", "/access-control/rfidos/variables"],
      ["Identifiers", "/access-control/ids"],
      ["Reservations", "/access-control/reservations"],
      ["Alerts", "/access-control/alerts"],
      ["ANPR Events", "/access-control/events"],
      ["RFID Events", "/access-control/rfid-events"],
    ],
  },
  {
    title: "Loop Detector",
    pages: [
      ["Configuration", "/loop-detector"],
      ["Settings", "/loop-detector/settings"],
      ["Variables", "/loop-detector/variables"],
      ["Events", "/loop-detector/events"],
    ],
  },
];
const single: readonly [title: string, path: string][] = [
  ["Reporting", "/reporting"],
  ["Global Configurations", "/configurations"],
  ["Settings", "/settings"],
];

test.describe("NAV-1 public routes", () => {
  test("NAV-1 / is the sign-in page for everybody", async ({ page }) => {
    await page.goto("/");
    await expect(heading(page, "Sign in")).toBeVisible();
  });

  test("NAV-1 /reset-password opens without a session", async ({ page }) => {
    await page.goto("/reset-password");
    await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
  });
});

// One guard stands before every page of the shell, so the last page of each section proves it.
const guarded = [...sections.flatMap(({ pages }) => pages.slice(-1)), ...single].map(([, path]) => path);

for (const path of guarded) {
  test(`NAV-1 NAV-2 ${path} leads a visitor without a session to sign-in and remembers the way`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, "Sign in")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("tokenExpired")).toBe("true");
    expect(new URL(page.url()).searchParams.get("next")).toBe(path);
  });
}

// A section a test: one page after the other in the same browser costs a third of a test a page.
for (const { title: section, pages } of [...sections, { title: "the rest", pages: single }]) {
  test(`NAV-4 every page of ${section} stands in the shell under its title`, async ({ site, operator }) => {
    await site.switchOn(...moduleKinds);
    for (const [title, path] of pages) {
      await test.step(`${path} is the page "${title}"`, async () => {
        await operator.goto(path);
        await expect(heading(operator, title)).toBeVisible();
        await expect(operator.locator("main")).not.toBeEmpty();
        await expect(menu(operator).locator(`[aria-current="page"]`)).toHaveText(title);
      });
    }
  });
}

test.describe("NAV-2 after sign-in", () => {
  const followed = ["/settings", "/epld/alerts", "/epld/alerts?q=camera", "/access-control/rfidos/variables"];
  for (const next of followed) {
    test(`NAV-2 sign-in goes on to ${next}`, async ({ page }) => {
      await page.goto(`/?next=${encodeURIComponent(next)}`);
      await fillSignIn(page, admin);
      await expect(page).toHaveURL(next);
    });
  }

  const hostile = [
    "//evil.example",
    "///evil.example/settings",
    "https://evil.example/settings",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/no-such-page",
    "/../../settings/../evil",
    "settings",
    "",
  ];
  for (const next of hostile) {
    test(`NAV-2 NAV-6 sign-in does not follow ${JSON.stringify(next)} and goes to the home`, async ({ page }) => {
      await page.goto(`/?next=${encodeURIComponent(next)}`);
      await fillSignIn(page, admin);
      await expect(page).toHaveURL("/configurations");
    });
  }

  test("NAV-2 a signed-in person with a hostile way back goes to the home", async ({ operator }) => {
    await operator.goto(`/?next=${encodeURIComponent("//evil.example")}`);
    await expect(operator).toHaveURL("/configurations");
  });
});

test.describe("NAV-3 nothing there, or broken", () => {
  for (const path of ["/no-such-page", "/epld/no-such-page", "/configurations/1", "/reset-password/x"]) {
    test(`NAV-3 ${path} redirects a visitor to /`, async ({ page }) => {
      await page.goto(path);
      await expect(heading(page, "Sign in")).toBeVisible();
      await expect(page).toHaveURL("/");
    });
  }

  test("NAV-3 an unknown path redirects a signed-in person through / to the home", async ({ operator }) => {
    await operator.goto("/no-such-page");
    await expect(operator).toHaveURL("/configurations");
  });
});

test.describe("NAV-3 the fallback screen", () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch dynamically imported module|Cannot destructure/ });

  test("NAV-3 shows when a page's code cannot be loaded, with the reason", async ({ operator }) => {
    await operator.route(/\/assets\/settings-page.*\.js$/, (route) => route.abort());
    await operator.goto("/settings");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Failed to fetch dynamically imported module/)).toBeVisible();
  });

  test("NAV-3 shows when a page throws while it is drawn, with the message", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.route("**/api/alerts?*", (route) => route.fulfill({ json: [null] }));
    await operator.goto("/epld/alerts");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Cannot destructure property/)).toBeVisible();
  });

  test("NAV-3 shows when the runtime configuration cannot be had, with the status", async ({ page }) => {
    await page.route("**/config.json", (route) => route.fulfill({ status: 200, body: "not JSON" }));
    await page.goto("/");
    await expect(heading(page, "Unexpected Application Error!")).toBeVisible();
  });
});

test.describe("NAV-4 the menu", () => {
  test("NAV-4 has its sections in the specification's order", async ({ site, operator }) => {
    await site.switchOn(...moduleKinds);
    await operator.goto("/configurations");
    await expect(menu(operator).locator("> ul > li > :first-child")).toHaveText([
      ...sections.map(({ title }) => title),
      ...single.map(([title]) => title),
    ]);
  });

  for (const { title, pages } of sections) {
    test(`NAV-4 ${title} has its entries in the specification's order`, async ({ site, operator }) => {
      await site.switchOn(...moduleKinds);
      await operator.goto("/configurations");
      const section = menu(operator).getByRole("listitem").filter({ hasText: title }).first();
      await section.getByRole("button", { name: title }).click();
      await expect(section.getByRole("link")).toHaveText(pages.map(([entry]) => entry));
      const paths = await section
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(paths).toEqual(pages.map(([, path]) => path));
    });
  }

  test("NAV-4 an entry opens its page", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/configurations");
    await menu(operator).getByRole("button", { name: "EPLD" }).click();
    await menu(operator).getByRole("link", { name: "Alerts" }).click();
    await expect(operator).toHaveURL("/epld/alerts");
    await expect(heading(operator, "Alerts")).toBeVisible();
  });
});

test.describe("NAV-5 the menu follows the modules", () => {
  const always = ["Global Configurations", "Settings"];
  const shown: readonly [on: ModuleKind[], sections: string[]][] = [
    [[], always],
    [["OSD"], ["Overspeed Detection", ...always]],
    [["EPLD"], ["EPLD", ...always]],
    [["CAMERA_COUNTING"], ["Camera Counting", ...always]],
    [["ANPR_ACCESS_CONTROL"], ["Access Control", ...always]],
    [["RFID_ACCESS_CONTROL"], ["Access Control", ...always]],
    [["LOOP_DETECTOR"], ["Loop Detector", ...always]],
    [["REPORTING"], ["Reporting", ...always]],
  ];
  for (const [on, titles] of shown) {
    test(`NAV-5 with ${on.join() || "nothing"} on, the menu has ${titles.join(", ")}`, async ({ site, operator }) => {
      await site.switchOn(...on);
      await operator.goto("/configurations");
      await expect(menu(operator).locator("> ul > li > :first-child")).toHaveText(titles);
    });
  }

  const shared = ["Identifiers", "Reservations", "Alerts"];
  const entries: readonly [on: ModuleKind, titles: string[]][] = [
    ["ANPR_ACCESS_CONTROL", ["Configuration", "ANPR Settings", "Gates & Actuators", ...shared, "ANPR Events"]],
    [
      "RFID_ACCESS_CONTROL",
      ["Configuration", "Gates & Actuators", "RFID Settings", "RFID Variables", ...shared, "RFID Events"],
    ],
  ];
  for (const [on, titles] of entries) {
    test(`NAV-5 with ${on} alone, Access Control has ${titles.join(", ")}`, async ({ site, operator }) => {
      await site.switchOn(on);
      await operator.goto("/access-control");
      const links = menu(operator).getByRole("listitem").filter({ hasText: "Access Control" }).first();
      await expect(links.getByRole("link")).toHaveText(titles);
    });
  }

  test("NAV-5 a saved switch changes the menu at once, without a reload", async ({ operator }) => {
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).click();
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeHidden();
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeVisible();
  });

  test("NAV-5 a colleague's menu follows too", async ({ operator, colleague }) => {
    await colleague.goto("/configurations");
    await expect(colleague.getByText("Connected")).toBeVisible();
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Loop Detector" }).click();
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(menu(colleague).getByRole("button", { name: "Loop Detector" })).toBeVisible();
  });
});

test("NAV-6 the home after sign-in is /configurations", async ({ page }) => {
  await page.goto("/");
  await fillSignIn(page, admin);
  await expect(page).toHaveURL("/configurations");
  await expect(heading(page, "Global Configurations")).toBeVisible();
});

test.describe("NAV-7 pages of an inactive module", () => {
  const off: readonly [path: string, notice: string][] = [
    ["/overspeed-detection/events", "Overspeed Detection is switched off"],
    ["/epld/alerts", "EPLD is switched off"],
    ["/camera-counting", "Camera Counting is switched off"],
    ["/access-control/ids", "ANPR Access Control or RFID Access Control is switched off"],
    ["/access-control/events", "ANPR Access Control is switched off"],
    ["/access-control/rfidos/settings", "RFID Access Control is switched off"],
    ["/loop-detector/variables", "Loop Detector is switched off"],
    ["/reporting", "Reporting is switched off"],
  ];
  for (const [path, notice] of off) {
    test(`NAV-7 ${path} says "${notice}"`, async ({ operator }) => {
      await operator.goto(path);
      await expect(operator.getByText(notice)).toBeVisible();
    });
  }

  test("NAV-7 the notice leads to Settings", async ({ operator }) => {
    await operator.goto("/epld");
    await operator
      .getByRole("main")
      .getByRole("link", { name: /Settings/ })
      .click();
    await expect(operator).toHaveURL("/settings");
  });

  test("NAV-7 the page comes up by itself when its module is switched on", async ({ site, operator }) => {
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("EPLD is switched off")).toBeVisible();
    await expect(operator.getByText("Connected")).toBeVisible();
    await site.switchOn("EPLD");
    await expect(operator.getByText("No alerts")).toBeVisible();
  });
});
