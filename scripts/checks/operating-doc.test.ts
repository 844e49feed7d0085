import { describe, expect, it } from "vitest";
import { checkOperatingDoc, findMissingFiles } from "./operating-doc.ts";

const environment = {
  PORT: { fallback: "8080", expects: "a number", description: "Port of the console." },
  DATABASE_URL: { fallback: null, expects: "an address", description: "Your own PostgreSQL." },
};
const port = "| `PORT` | `8080` | a number | Port of the console. |";
const url = "| `DATABASE_URL` | none | an address | Your own PostgreSQL. |";

describe("checkOperatingDoc", () => {
  it("accepts a manual with every row", () => {
    expect(checkOperatingDoc(`# Manual\n\n${port}\n${url}\n`, environment)).toEqual([]);
  });

  it("ignores the padding of columns", () => {
    expect(checkOperatingDoc(`${port.replaceAll(" |", "    |")}\n${url}`, environment)).toEqual([]);
  });

  it("reports a missing row", () => {
    expect(checkOperatingDoc(port, environment)).toEqual([expect.stringContaining(`missing row:  ${url}`)]);
  });

  it("reports an outdated row", () => {
    const old = "| `PORT` | `3000` | a number | Port of the console. |";
    expect(checkOperatingDoc(`${old}\n${url}`, environment)).toEqual([
      expect.stringContaining(`missing row:  ${port}`),
      expect.stringContaining(old),
    ]);
  });

  it("reports a row of a removed variable", () => {
    const gone = "| `HTTPS` | none | a flag | Serves HTTPS. |";
    expect(checkOperatingDoc(`${port}\n${url}\n${gone}`, environment)).toEqual([expect.stringContaining(gone)]);
  });
});

describe("findMissingFiles", () => {
  const files = [
    "packages/server/test/start/failover.long.test.ts",
    "packages/e2e/test/events.spec.ts",
    "bench/outage.ts",
  ];
  const exists = (path: string) => files.includes(path);

  it("accepts tests and benchmarks that exist", () => {
    expect(findMissingFiles("`start/failover.long.test.ts`, `events.spec.ts`; `bench/outage.ts`", exists)).toEqual([]);
  });

  it("reports each missing one once", () => {
    expect(findMissingFiles("`start/failover.test.ts` `bench/gone.ts` | `start/failover.test.ts`", exists)).toEqual([
      expect.stringContaining("start/failover.test.ts doesn't exist"),
      expect.stringContaining("bench/gone.ts doesn't exist"),
    ]);
  });
});
