import { isConsolePath } from "@gatehouse/contract/modules/console-paths";
import { describe, expect, it } from "vitest";
import { pages } from "../../src/app/pages.ts";

describe("the paths that the server answers with 200", () => {
  it.each([...Object.keys(pages), "/", "/start", "/reset-password", "/second-factor", "/station/4", "/reports/FARE"])(
    "include the page %s",
    (path) => {
      expect(isConsolePath(path)).toBe(true);
    },
  );

  it.each(["/admin", "/settings/none", "/access", "/station/4/5", "/reports/rwservlet", "/.env"])(
    "do not include %s",
    (path) => {
      expect(isConsolePath(path)).toBe(false);
    },
  );
});
